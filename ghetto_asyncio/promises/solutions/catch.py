"""Solution: look at the error, and raise it again if it is another."""


def catch(promise, kind, on_error):
    """Return a promise of what `on_error(error)` will return.

    It is called for errors of this kind, as in `except kind`. A value,
    or another error, is handed on.
    """
    def look(error):
        """Call `on_error`, or raise an error of another kind again."""
        if not isinstance(error, kind):
            raise error
        return on_error(error)

    return promise.then(on_error=look)
