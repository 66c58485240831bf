"""A bounded queue: one semaphore counts the room, another the items."""
from collections import deque
from math import inf

from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park, wake
from ghetto_asyncio.together.semaphore import Semaphore


class Queue:
    """Room for `maxsize` items; no limit if that is 0."""

    def __init__(self, maxsize=0):
        self.maxsize, self.items = maxsize, deque()
        self.room = Semaphore(maxsize if maxsize > 0 else inf, "room")
        self.there = Semaphore(0, "an item")
        self.unfinished, self.joiners = 0, Place("the last task_done")

    def qsize(self):
        """Return how many items are there."""
        return len(self.items)

    def empty(self):
        """Return whether there is no item."""
        return not self.items

    def full(self):
        """Return whether there is no room for another item."""
        return 0 < self.maxsize <= self.qsize()

    async def put(self, item):
        """Wait for room, and add an item."""
        await self.room.acquire()
        self.add(item)
        self.unfinished += 1
        await self.there.release()

    async def get(self):
        """Wait for an item, and take it out."""
        await self.there.acquire()
        item = self.take()
        await self.room.release()
        return item

    def add(self, item):
        """Keep an item; other queues keep them in another order."""
        self.items.append(item)

    def take(self):
        """Return the item whose turn it is."""
        return self.items.popleft()

    async def task_done(self):
        """Say that an item has been dealt with, once for each `get`."""
        if not self.unfinished:
            raise ValueError("task_done() called too often")
        self.unfinished -= 1
        if not self.unfinished:
            await wake(self.joiners, len(self.joiners))

    async def join(self):
        """Wait until all items have been dealt with."""
        if self.unfinished:
            await park(self.joiners)
