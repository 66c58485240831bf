"""Exercise: wait for a connection, but not without end."""


def in_time(pool, seconds):
    """Lend a connection of a pool to an `async with` block.

    Raise TimeoutError if none has come in this many seconds. Once it has
    come, the block may take as long as it likes.
    """
    raise NotImplementedError
