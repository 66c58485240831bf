"""Exercise: find the coroutines that nobody has begun."""


def not_begun():
    """Return the names of all coroutines that exist and have not begun.

    The names are sorted. Nobody tells you where the coroutines are:
    ask the garbage collector.
    """
    raise NotImplementedError
