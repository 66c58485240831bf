"""Exercise: wait for all promises, and for the first."""


def all_of(loop, promises):
    """Return a promise of a list of all values, in this order.

    The first error becomes the error of the whole. For no promises,
    the list is empty, and is there at once.
    """
    raise NotImplementedError


def race(loop, promises):
    """Return a promise of the first value or error of these."""
    raise NotImplementedError
