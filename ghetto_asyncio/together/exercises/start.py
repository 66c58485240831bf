"""Exercise: go on when a child is ready, and not when it has been made."""


async def start(nursery, work, *args):
    """Run `work(*args, ready)` as a child; return what it says.

    The child says `await ready(value)` once, and goes on; then this
    returns the value. Raise RuntimeError if the child ends, or has
    been cancelled, and was never ready.
    """
    raise NotImplementedError
