"""Exercise: find the mistakes of a future."""


def examine(new_future, run):
    """Return what is wrong with futures, as a set of words.

    `new_future()` makes one, and `run()` makes the calls that are
    due. The words are "shared" if a callback of one future is called
    for another, "late" if a callback of a done future is never
    called, "twice" if a second result is taken, and "early" if a
    pending future has a result.
    """
    raise NotImplementedError
