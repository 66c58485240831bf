"""One layer tries again, and one limit outside bounds the time."""
import asyncio
import random

from ghetto_asyncio.monday.three import say


async def retry(ask, pause=0.5, most=8, luck=random):
    """Ask until there is an answer, without end; pause in between.

    Each pause is drawn by lot: up to `pause` seconds, then up to twice as
    many, and so on up to `most`. So clients do not come back together.
    """
    while True:
        try:
            return await ask()
        except OSError as error:
            if asyncio.current_task().cancelling():
                raise
            say(error)
        await asyncio.sleep(luck.uniform(0, pause))
        pause = min(2 * pause, most)


async def handler(ask, seconds, luck=random):
    """Ask again and again, for this many seconds in all."""
    async with asyncio.timeout(seconds):
        return await retry(ask, luck=luck)
