"""Asyncio on a loop of ours: nobody but asyncio's Runner, and its timeouts, are from there."""
import asyncio

from ghetto_asyncio.runner.loop import Loop


async def boil(dish, seconds):
    await asyncio.sleep(seconds)
    print(dish)


async def main():
    asyncio.create_task(boil("tea", 1))
    try:
        async with asyncio.timeout(2):
            await boil("eggs", 3)
    except TimeoutError:
        print("no eggs")


with asyncio.Runner(loop_factory=Loop) as runner:
    runner.run(main())
