"""Solution: the garbage collector knows all coroutines."""
import gc
from inspect import CORO_CREATED, getcoroutinestate
from types import CoroutineType


def not_begun(*functions):
    """Name the coroutines of these functions that have not begun.

    Return a sorted list. You are not told where the coroutines are: ask
    the garbage collector.
    """
    return sorted(
        each.__name__
        for each in gc.get_objects()
        if type(each) is CoroutineType
        and any(each.cr_code is function.__code__ for function in functions)
        and getcoroutinestate(each) == CORO_CREATED
    )
