"""Solution: cancel the timer and start a new one."""


def debounce(loop, seconds, callback):
    """Return a function that puts off a call of `callback`.

    Each call of that function takes back the one before. After
    `seconds` without one, `callback` gets the last arguments.
    """
    handle = None

    def later(*args):
        """Call later, and not as planned before."""
        nonlocal handle
        if handle:
            handle.cancel()
        handle = loop.call_later(seconds, callback, *args)

    return later
