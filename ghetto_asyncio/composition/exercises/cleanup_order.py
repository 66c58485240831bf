"""Exercise: who cleans up first when all are closed?"""


def order(depth):
    """Nest generators, close the outermost; return the order.

    Level 1 is the outermost. Each level delegates to the next; the
    last one pauses. In `finally`, each notes its number.
    """
    raise NotImplementedError
