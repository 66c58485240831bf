"""A place where tasks sleep: a heap of deadlines."""
from heapq import heappop, heappush
from itertools import count
from math import inf


class Deadlines:
    """A heap in which tasks sleep; equal deadlines keep their order."""

    name = "the clock"

    def __init__(self):
        self.heap = []
        self.order = count()

    def append(self, task, when):
        """Keep a task until `when`, in seconds."""
        if not when <= inf:  # even if it is nan
            raise ValueError("not a number of seconds")
        task.deadline = when, next(self.order), task
        heappush(self.heap, task.deadline)

    def remove(self, task):
        """Forget a task; its entry goes when it comes to the front."""
        task.deadline = None

    def next(self):
        """Say when the next task is due, or None."""
        while self.heap and self.heap[0][2].deadline is not self.heap[0]:
            heappop(self.heap)
        return self.heap[0][0] if self.heap else None

    def how_long(self, now):
        """Give the seconds until the next task is due, or None."""
        when = self.next()
        return None if when is None else max(0, when - now)

    def due(self, now):
        """Take out the tasks whose time has come, in order."""
        found = []
        while (when := self.next()) is not None and when <= now:
            found.append(heappop(self.heap)[2])
        return found
