"""A bounded queue: one semaphore counts the room, another the items."""
from collections import deque
from math import ceil, inf

from ghetto_asyncio.waiting.event import Event
from ghetto_asyncio.waiting.semaphore import Semaphore


class Queue:
    """Room for `maxsize` items; no limit if that is 0 or less."""

    def __init__(self, maxsize=0):
        self.maxsize, self.items = maxsize, deque()
        self.room = Semaphore(ceil(maxsize) if maxsize > 0 else inf)
        self.there, self.unfinished = Semaphore(0), 0
        self.finished = Event()
        self.finished.set()

    async def put(self, item):
        """Wait for room, and add an item."""
        await self.room.acquire()
        self.add(item)

    async def get(self):
        """Wait for an item, and take it out."""
        await self.there.acquire()
        return self.take()

    def add(self, item):
        """Keep an item: one more is there, and one more to deal with."""
        self.items.append(item)
        self.unfinished += 1
        self.finished.clear()
        self.there.release()

    def take(self):
        """Take an item out: there is room for one more."""
        self.room.release()
        return self.items.popleft()

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
