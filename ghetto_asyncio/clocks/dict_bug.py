"""Timers in a dictionary: three ways to fail."""


class Timers:
    """What to call when: one callback for each time."""

    def __init__(self):
        self.callbacks = {}

    def add(self, when, callback):
        """Keep a callback until `when`, in seconds."""
        self.callbacks[when] = callback

    def next(self):
        """Say when the next call is due."""
        return min(self.callbacks)

    def due(self, now):
        """Take out the callbacks whose time has come."""
        found = []
        for when in self.callbacks:
            if when <= now:
                found.append(self.callbacks.pop(when))
        return found
