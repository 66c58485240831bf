"""Deadlines that are not kept when no task waits for them any more."""
from heapq import heapify

from ghetto_asyncio.kernel import deadlines


class Deadlines(deadlines.Deadlines):
    """Drops old entries: those at the front, or, if there are many, all."""

    def __init__(self):
        super().__init__()
        self.left = 0

    def remove(self, task):
        """Forget a task; drop all old entries if there are many."""
        task.deadline = None
        self.left += 1
        if self.left > 64 and self.left > len(self.heap) // 2:
            self.heap = [e for e in self.heap if e[2].deadline is e]
            heapify(self.heap)
            self.left = 0
