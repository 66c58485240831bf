"""A pool that takes back every connection, and looks at none."""
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
        async with self.room:
            conn = self.idle.pop() if self.idle else await Connection.open()
            try:
                yield conn
            finally:
                self.idle.append(conn)
