"""Exercise: measure how late the loop is."""


async def lateness(interval, times):
    """Sleep `times` times for `interval` seconds.

    Return by how many seconds the loop woke us too late, at worst.
    """
    raise NotImplementedError
