"""Exercise: news for all, and no memory for those who sleep."""


def broadcast(writers, data, limit):
    """Write `data` to all at once, and wait for none of them.

    Then hang up on each for which more than `limit` bytes are kept.
    Return the writers that are left.
    """
    raise NotImplementedError
