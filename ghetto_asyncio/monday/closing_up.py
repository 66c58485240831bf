"""At a signal, the handlers get some seconds, and the pool is closed last."""
import asyncio
from contextlib import closing

from ghetto_asyncio.monday.closing_up_bug import Pool, handler


async def close_up(handlers, grace):
    """Give handlers `grace` seconds; cancel the late ones; wait for all."""
    handlers = list(handlers)
    if not handlers:
        return
    try:
        await asyncio.wait(handlers, timeout=grace)
    finally:
        for task in handlers:
            task.cancel()  # those that have ended ignore it
        await asyncio.wait(handlers)


async def serve(stop):
    """Serve Ann and Bob, until told to stop."""
    handlers = []
    with closing(Pool()) as pool:
        try:
            for name, seconds in (("Ann", 1), ("Bob", 9)):
                task = asyncio.create_task(handler(pool, name, seconds))
                handlers.append(task)
            await stop.wait()
        finally:
            await close_up(handlers, grace=2)
