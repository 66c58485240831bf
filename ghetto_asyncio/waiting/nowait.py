"""What does not wait: the queue takes and gives at once, or says no."""
from asyncio import QueueEmpty, QueueFull

from ghetto_asyncio.waiting import queue


class Queue(queue.Queue):
    """A bounded queue, for callers that cannot wait."""

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
        self.room.release()
        return self.items.popleft()
