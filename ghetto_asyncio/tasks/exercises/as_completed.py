"""Exercise: the results as they come."""


def as_completed(loop, *works):
    """Return a list of futures, as many as there are works.

    `works`: coroutines and futures. The work that is done first settles
    the first future, with its result or its error, and so on.
    """
    raise NotImplementedError
