"""Methods that do not wait: the queue gives or takes at once, or says no."""
from asyncio import QueueEmpty, QueueFull

from ghetto_asyncio.waiting import queue


class Queue(queue.Queue):
    """A bounded queue, also for functions that cannot wait."""

    def qsize(self):
        """Return how many items are there."""
        return len(self.items)

    def empty(self):
        """Return whether there is no item."""
        return not self.items

    def full(self):
        """Return whether there is no room for another item."""
        return 0 < self.maxsize <= self.qsize()

    def put_nowait(self, item):
        """Add an item, or raise QueueFull."""
        if self.room.locked():
            raise QueueFull
        self.room.value -= 1
        self.add(item)

    def get_nowait(self):
        """Take an item out, or raise QueueEmpty."""
        if self.there.locked():
            raise QueueEmpty
        self.there.value -= 1
        return self.take()
