"""Solution: who may come in, and then a plain delegation."""
from inspect import CO_ITERABLE_COROUTINE, iscoroutine, isgenerator


def is_marked(thing):
    """Return whether a thing is a generator that can be awaited."""
    flags = thing.gi_code.co_flags if isgenerator(thing) else 0
    return bool(flags & CO_ITERABLE_COROUTINE)


def awaited(thing):
    """Do what `await thing` does, in a generator: `yield from awaited(thing)`.

    Take coroutines, marked generators, and objects with `__await__()`.
    Raise TypeError for any other object, and where `__await__()` returns
    no iterator, or a marked generator. Raise RuntimeError for a coroutine
    that somebody is awaiting already.
    """
    if is_marked(thing):
        return (yield from thing)
    name = type(thing).__name__
    if not hasattr(type(thing), "__await__"):
        raise TypeError(f"{name} cannot be awaited")
    if iscoroutine(thing) and thing.cr_await is not None:
        raise RuntimeError("coroutine is being awaited already")
    inner = type(thing).__await__(thing)
    if is_marked(inner) or not hasattr(type(inner), "__next__"):
        raise TypeError(f"__await__() of {name} returned no plain iterator")
    return (yield from inner)
