"""Four relatives, and what can be done with each."""
import inspect
from types import coroutine

KINDS = "GENERATOR", "ITERABLE_COROUTINE", "COROUTINE", "ASYNC_GENERATOR"


def counted():
    """Make a generator."""
    yield


@coroutine
def marked():
    """Make a generator that can be awaited."""
    yield


async def native():
    """Make a coroutine."""


async def streamed():
    """Make an asynchronous generator."""
    yield


def flags(function):
    """Return the names of the flags of a function's code."""
    bits = function.__code__.co_flags
    return [kind for kind in KINDS if bits & getattr(inspect, f"CO_{kind}")]


def uses(made):
    """Return what can be done with what a function made."""
    possible = {
        "send": hasattr(made, "send"),
        "asend": hasattr(made, "asend"),
        "for": hasattr(made, "__iter__"),
        "async for": hasattr(made, "__aiter__"),
        "await": inspect.isawaitable(made),
    }
    return [use for use, works in possible.items() if works]
