"""Exercise: delegate to anything that a `for` loop takes."""


def relay(inner):
    """Do what `yield from inner` does, without using it.

    `inner` is anything that a `for` loop takes.
    """
    raise NotImplementedError
