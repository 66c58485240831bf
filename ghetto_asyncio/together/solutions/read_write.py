"""Solution: a door that all go through, and a room."""
from contextlib import asynccontextmanager

from ghetto_asyncio.together.lock import Lock


class ReadWriteLock:
    """For `async with lock.reading()` and `async with lock.writing()`.

    There may be many readers at once, or one writer and no reader. Who
    comes first goes first: a reader waits behind a writer who waits.
    """

    def __init__(self):
        self.door, self.room = Lock("the door"), Lock("the room")
        self.readers = 0

    @asynccontextmanager
    async def reading(self):
        """Read inside, perhaps with others."""
        async with self.door:
            if not self.readers:
                await self.room.acquire()
            self.readers += 1
        try:
            yield
        finally:
            self.readers -= 1
            if not self.readers:
                await self.room.release()

    @asynccontextmanager
    async def writing(self):
        """Write inside, alone."""
        async with self.door, self.room:
            yield
