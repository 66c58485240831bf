"""Solution: the garbage collector knows all coroutines."""
import gc
from inspect import CORO_CREATED, getcoroutinestate
from types import CoroutineType


def not_begun():
    """Return the names of all coroutines that exist and have not begun.

    The names are sorted. Nobody tells you where the coroutines are:
    ask the garbage collector.
    """
    return sorted(
        each.__name__
        for each in gc.get_objects()
        if type(each) is CoroutineType
        and getcoroutinestate(each) == CORO_CREATED
    )
