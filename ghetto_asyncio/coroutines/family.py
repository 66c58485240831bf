"""Four relatives, and what can be done with each."""
import inspect
from types import coroutine

KINDS = "GENERATOR", "ITERABLE_COROUTINE", "COROUTINE", "ASYNC_GENERATOR"
METHODS = {"send": "send", "__iter__": "for", "__aiter__": "async for"}


def counted():
    """Be a generator."""
    yield


@coroutine
def marked():
    """Be a generator that can be awaited."""
    yield


async def native():
    """Be a coroutine."""


async def streamed():
    """Be an asynchronous generator."""
    yield


def flags(function):
    """Return how the code of a function is flagged."""
    code = function.__code__.co_flags
    return [kind for kind in KINDS if code & getattr(inspect, f"CO_{kind}")]


def uses(made):
    """Return what can be done with what a function made."""
    found = [use for name, use in METHODS.items() if hasattr(made, name)]
    return found + ["await"] * inspect.isawaitable(made)
