"""Exercise: news for all, and no memory for those who sleep."""


def broadcast(writers, data, limit):
    """Write to all at once, and wait for none of them.

    Hang up on each for whom more than `limit` bytes are kept then.
    Return the writers that are left.
    """
    raise NotImplementedError
