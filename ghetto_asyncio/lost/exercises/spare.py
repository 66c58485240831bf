"""An exercise: a descriptor is kept in reserve for the worst."""
from math import inf


def serve(loop, listener, clients=inf):
    """Meet each client in a task of its own, or hang up on it at once."""
    raise NotImplementedError
