"""Solution: the first call takes the callback away, and makes it."""


def once(callback):
    """Return a function that calls back the first time only.

    Take any arguments; return None when there is no call.
    """
    left = [callback]

    def call(*args):
        """Call back, unless the callback has been taken away."""
        if left:
            return left.pop()(*args)

    return call
