"""Exercise: `await`, for those who have `yield from` only."""


def awaited(thing):
    """Do what `await thing` does, in a generator: `yield from awaited(thing)`.

    Take coroutines, marked generators, and objects with `__await__()`.
    Raise TypeError for any other object, and where `__await__()` returns
    no iterator, or a marked generator. Raise RuntimeError for a coroutine
    that somebody is awaiting already.
    """
    raise NotImplementedError
