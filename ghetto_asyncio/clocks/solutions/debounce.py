"""Solution: cancel the timer and start a new one."""


def debounce(loop, seconds, callback):
    """Return a function that delays a call of `callback`.

    Each call of that function cancels the one before. When `seconds`
    pass without a call, `callback` gets the last arguments.
    """
    handle = None

    def later(*args):
        """Plan a call, and cancel the one that was planned before."""
        nonlocal handle
        if handle:
            handle.cancel()
        handle = loop.call_later(seconds, callback, *args)

    return later
