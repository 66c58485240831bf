"""Our tasks on our loop: coroutines that sleep, and one that waits for another."""
from contextlib import closing

from ghetto_asyncio.tasks.virtual import Loop


async def boil(loop, dish, seconds):
    await loop.sleep(seconds)
    print(dish)


with closing(Loop()) as loop:
    for dish, seconds in ("eggs", 3), ("tea", 1):
        loop.create_task(boil(loop, dish, seconds))
    loop.run_until_idle()
