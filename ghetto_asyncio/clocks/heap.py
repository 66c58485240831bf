"""Timers are kept in a heap: the next one is always in front."""
from heapq import heappop, heappush
from itertools import count


class Timers:
    """Keeps handles until they are due; equal times keep their order."""

    def __init__(self):
        self.heap = []
        self.order = count()

    def add(self, when, handle):
        """Keep a handle until the time `when`, in seconds; return it."""
        if when != when:
            raise ValueError("not a number")
        heappush(self.heap, (when, next(self.order), handle))
        return handle

    def next(self):
        """Say when the next handle is due, or None if there is none."""
        return self.heap[0][0] if self.heap else None

    def due(self, now):
        """Take out the handles whose time has come, in order."""
        found = []
        while self.heap and self.heap[0][0] <= now:
            found.append(heappop(self.heap)[2])
        return found
