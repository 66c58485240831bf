"""The queue, and two that give items in another order."""
from heapq import heappop, heappush

from ghetto_asyncio.together.queue import Queue

__all__ = ["LifoQueue", "PriorityQueue", "Queue"]


class PriorityQueue(Queue):
    """Gives the smallest item first."""

    def __init__(self, maxsize=0):
        super().__init__(maxsize)
        self.items = []

    def add(self, item):
        """Keep an item in the heap."""
        heappush(self.items, item)

    def take(self):
        """Return the smallest item."""
        return heappop(self.items)


class LifoQueue(Queue):
    """Gives the last item first."""

    def take(self):
        """Return the item that was put last."""
        return self.items.pop()
