"""Exercise: a wheel of slots in place of the heap."""


class Timers:
    """A wheel that does what `heap.Timers` does.

    Slot number `when // tick % size` holds what is due in that
    tick, or in one that comes a whole turn of the wheel later.
    """

    def __init__(self, tick=1, size=8):
        raise NotImplementedError

    def add(self, when, handle):
        """Keep a handle until the time `when`, in seconds; return it."""
        raise NotImplementedError

    def next(self):
        """Say when the next handle is due, or None if there is none."""
        raise NotImplementedError

    def due(self, now):
        """Take out the handles whose time has come, in order."""
        raise NotImplementedError
