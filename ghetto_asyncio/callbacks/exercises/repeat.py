"""Exercise: a call in each round, until it is cancelled."""


class Repeat:
    """Calls `callback(*args)` once in each round of a loop."""

    def __init__(self, loop, callback, *args):
        raise NotImplementedError

    def cancel(self):
        """Make sure that no more calls are made."""
        raise NotImplementedError
