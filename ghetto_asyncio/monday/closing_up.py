"""At a signal, the handlers get some seconds, and the pool is closed last."""
import asyncio
from contextlib import closing

from ghetto_asyncio.monday.closing_up_bug import Pool, handler


async def close_up(handlers, grace):
    """Give them some seconds; cancel those that are late; wait for all."""
    if not handlers:
        return
    _done, late = await asyncio.wait(handlers, timeout=grace)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)


async def serve(stop):
    """Serve Ann and Bob, until told to stop."""
    handlers = []
    with closing(Pool()) as pool:
        for name, seconds in (("Ann", 1), ("Bob", 9)):
            task = asyncio.create_task(handler(pool, name, seconds))
            handlers.append(task)
        await stop.wait()
        await close_up(handlers, grace=2)
