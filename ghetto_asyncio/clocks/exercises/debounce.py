"""Exercise: call when it has been quiet for a while."""


def debounce(loop, seconds, callback):
    """Return a function that delays a call of `callback`.

    Each call of that function cancels the one before. When `seconds`
    pass without a call, `callback` gets the last arguments.
    """
    raise NotImplementedError
