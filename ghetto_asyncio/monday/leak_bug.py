"""A pool that grows smaller with each client who hangs up."""
import asyncio
from contextlib import asynccontextmanager

from ghetto_asyncio.monday.wire import Connection


class Pool:
    """Lends at most `size` connections at a time."""

    def __init__(self, size):
        self.room = asyncio.Semaphore(size)
        self.idle = []

    @asynccontextmanager
    async def connection(self):
        """Lend a connection to an `async with` block."""
        await self.room.acquire()
        conn = self.idle.pop() if self.idle else await Connection.open()
        yield conn
        self.idle.append(conn)
        self.room.release()
