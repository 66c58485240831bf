"""Exercise: find the coroutines that nobody has begun."""


def not_begun(*functions):
    """Name the coroutines of these functions that have not begun.

    Return a sorted list. Nobody tells you where the coroutines are: ask
    the garbage collector.
    """
    raise NotImplementedError
