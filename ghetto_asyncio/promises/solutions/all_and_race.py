"""Solution: count what is missing; the first decides."""
from functools import partial

from ghetto_asyncio.promises.promise import Promise


def all_of(loop, promises):
    """Return a promise of a list of all values, in this order.

    The first error becomes the error of the whole. For no promises,
    the list is empty, and is there at once.
    """
    everything, values = Promise(loop), {}

    def keep(number, value):
        """Keep a value; with the last one, the list is complete."""
        values[number] = value
        if len(values) == len(promises):
            everything.resolve([values[n] for n in range(len(values))])

    for number, promise in enumerate(promises):
        promise.then(partial(keep, number), everything.reject)
    if not promises:
        everything.resolve([])
    return everything


def race(loop, promises):
    """Return a promise of the first value or error of these."""
    first = Promise(loop)
    for promise in promises:
        promise.then(first.resolve, first.reject)
    return first
