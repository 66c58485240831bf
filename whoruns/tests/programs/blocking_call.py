"""time.sleep() in a coroutine: everybody waits."""
import asyncio
import time


async def tick():
    for _ in range(3):
        print("tick")
        await asyncio.sleep(1)


async def main():
    ticking = asyncio.create_task(tick())
    await asyncio.sleep(1)
    time.sleep(3)
    print("slept")
    await ticking


asyncio.run(main())
