"""Exercise: wait for all promises, and for the first."""


def all_of(loop, promises):
    """Return a promise of a list of all values, in this order.

    The first error is the error of it all. Of no promises, the list
    is empty, and is there at once.
    """
    raise NotImplementedError


def race(loop, promises):
    """Return a promise of what the first of these comes to."""
    raise NotImplementedError
