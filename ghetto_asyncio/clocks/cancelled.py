"""Cancelled timers: not waited for, and not kept."""
from heapq import heapify, heappop

from ghetto_asyncio.clocks import heap, loop


class Timers(heap.Timers):
    """Drops cancelled handles at the front, or if too many."""

    def __init__(self):
        super().__init__()
        self.limit = 64

    def add(self, when, handle):
        """Keep a handle; tidy up if there are many."""
        if len(self.heap) >= self.limit:
            self.heap = [e for e in self.heap if not e[2].cancelled()]
            heapify(self.heap)
            # rebuilt again only after as many additions
            self.limit = max(64, 2 * len(self.heap))
        return super().add(when, handle)

    def next(self):
        """Say when the next wanted call is due, or None."""
        while self.heap and self.heap[0][2].cancelled():
            heappop(self.heap)
        return super().next()


class Loop(loop.Loop):
    """Does not wait for what has been cancelled."""

    def __init__(self):
        super().__init__()
        self.timers = Timers()
