"""Exercise: a number that says how well the loop goes round."""


async def lateness(interval, times):
    """Sleep `times` times for `interval` seconds.

    Return by how many seconds the loop woke us too late, at worst.
    """
    raise NotImplementedError
