"""The four ways in which curio is told what to run."""
from inspect import iscoroutine


def coroutine_of(what, *args):
    """Return `what` if it is a coroutine, or the one that it makes.

    Raise TypeError if it makes none.
    """
    if iscoroutine(what):
        if args:
            raise TypeError("this coroutine has its arguments")
        return what
    if not callable(what):
        raise TypeError(f"no coroutine, and makes none: {what!r}")
    coro = what(*args)
    if not iscoroutine(coro):
        raise TypeError(f"{what!r} made no coroutine: {coro!r}")
    return coro
