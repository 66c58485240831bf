"""The time of waiting has a limit, and that of the block has none."""
import asyncio
from contextlib import AsyncExitStack, asynccontextmanager


@asynccontextmanager
async def in_time(pool, seconds):
    """Lend a connection; raise TimeoutError if none comes in time."""
    async with AsyncExitStack() as stack:
        async with asyncio.timeout(seconds):
            conn = await stack.enter_async_context(pool.connection())
        yield conn
