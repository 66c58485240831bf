"""Solution: who may come in, and then a plain delegation."""
from inspect import CO_ITERABLE_COROUTINE, isgenerator


def awaited(thing):
    """Do what `await thing` does, in a generator: `yield from awaited(thing)`.

    Take coroutines, marked generators, and objects with `__await__()`.
    Raise TypeError for any other object, and where `__await__()` does
    not return an iterator.
    """
    name = type(thing).__name__
    if isgenerator(thing):
        if not thing.gi_code.co_flags & CO_ITERABLE_COROUTINE:
            raise TypeError(f"a plain {name} cannot be awaited")
        return (yield from thing)
    if not hasattr(type(thing), "__await__"):
        raise TypeError(f"{name} cannot be awaited")
    inner = type(thing).__await__(thing)
    if not hasattr(type(inner), "__next__"):
        raise TypeError(f"__await__() of {name} returned no iterator")
    return (yield from inner)
