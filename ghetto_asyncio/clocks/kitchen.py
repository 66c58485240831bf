"""A breakfast with three timers, two of them due at once."""


def tea():
    """Be called after three minutes."""
    print("tea")


def eggs():
    """Be called after three minutes, too."""
    print("eggs")


def toast():
    """Be called after five minutes, or not at all."""
    print("toast")


def breakfast(loop):
    """Set the timers; then decide against the toast."""
    start = loop.time()
    loop.call_at(start + 180, tea)
    loop.call_at(start + 180, eggs)
    handle = loop.call_at(start + 300, toast)
    handle.cancel()
