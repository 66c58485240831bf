"""A pool that takes back no connection whose block has failed."""
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
            except BaseException:
                conn.close()
                raise
            self.idle.append(conn)
