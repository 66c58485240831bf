"""Exercise: find the coroutines that were never begun."""


def not_begun(*functions):
    """Name the coroutines of these functions that have not begun.

    Return a sorted list. You are not told where the coroutines are: ask
    the garbage collector.
    """
    raise NotImplementedError
