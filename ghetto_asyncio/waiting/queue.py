"""A bounded queue: one semaphore counts the room, another the items."""
from collections import deque
from math import inf

from ghetto_asyncio.waiting.event import Event
from ghetto_asyncio.waiting.semaphore import Semaphore


class Queue:
    """Room for `maxsize` items; without end if that is 0."""

    def __init__(self, maxsize=0):
        self.maxsize, self.items = maxsize, deque()
        self.room = Semaphore(maxsize if maxsize > 0 else inf)
        self.there, self.finished = Semaphore(0), Event()
        self.unfinished = 0
        self.finished.set()

    def qsize(self):
        """Return how many items are there."""
        return len(self.items)

    def empty(self):
        """Return whether there is no item."""
        return not self.items

    def full(self):
        """Return whether there are as many items as may be."""
        return 0 < self.maxsize <= self.qsize()

    async def put(self, item):
        """Wait for room, and add an item."""
        await self.room.acquire()
        self.add(item)

    async def get(self):
        """Wait for an item, and take it out."""
        await self.there.acquire()
        self.room.release()
        return self.items.popleft()

    def add(self, item):
        """Keep an item; who waits for one has it."""
        self.items.append(item)
        self.unfinished += 1
        self.finished.clear()
        self.there.release()

    def task_done(self):
        """Say that an item has been dealt with, once for each `get`."""
        if not self.unfinished:
            raise ValueError("task_done() called too often")
        self.unfinished -= 1
        if not self.unfinished:
            self.finished.set()

    async def join(self):
        """Wait until all items have been dealt with."""
        await self.finished.wait()
