"""A heap of pairs: fine until two are due at once."""
from heapq import heappop, heappush


class Timers:
    """Handles and when they are due."""

    def __init__(self):
        self.heap = []

    def add(self, when, handle):
        """Keep a handle until the time `when`, in seconds; return it."""
        heappush(self.heap, (when, handle))
        return handle

    def next(self):
        """Say when the next handle is due, or None if there is none."""
        return self.heap[0][0] if self.heap else None

    def due(self, now):
        """Take out the handles whose time has come, in order."""
        found = []
        while self.heap and self.heap[0][0] <= now:
            found.append(heappop(self.heap)[1])
        return found
