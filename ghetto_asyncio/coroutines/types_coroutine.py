"""A generator function whose generators can be awaited."""
from inspect import CO_ITERABLE_COROUTINE
from types import coroutine


@coroutine
def pause():
    """Give way, once."""
    yield


def is_marked(function):
    """Return whether a function is marked by `types.coroutine`."""
    return bool(function.__code__.co_flags & CO_ITERABLE_COROUTINE)
