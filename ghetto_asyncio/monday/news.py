"""News for all: a queue for each client, and slow ones are sent away."""
import asyncio
from contextlib import asynccontextmanager, suppress

from ghetto_asyncio.monday.both_ways import both_ways
from ghetto_asyncio.monday.client import WebSocketDisconnect


class News:
    """Each client has a queue, with room for `limit` texts."""

    def __init__(self, limit):
        self.limit, self.patience = limit, {}

    def tell(self, text):
        """Tell all clients; if the queue of one is full, its time is up."""
        for queue in list(self.patience):
            if not queue.full():
                queue.put_nowait(text)
            else:
                self.patience.pop(queue).reschedule(0)

    @asynccontextmanager
    async def queue(self):
        """Lend a queue; end the block with a TimeoutError if it is full."""
        queue = asyncio.Queue(self.limit)
        try:
            async with asyncio.timeout(None) as self.patience[queue]:
                yield queue
        finally:
            self.patience.pop(queue, None)


async def meet(socket, news):
    """Talk to a client until it leaves, or is too slow."""
    try:
        async with news.queue() as queue:
            await both_ways(socket, queue)
    except TimeoutError:
        with suppress(TimeoutError, WebSocketDisconnect):
            async with asyncio.timeout(1):
                await socket.close(1013)
