"""Nobody holds the task but itself: the garbage collector takes it, and asyncio logs that."""
import asyncio
import gc


async def wait_for_ever():
    await asyncio.get_running_loop().create_future()


async def main():
    asyncio.create_task(wait_for_ever())
    await asyncio.sleep(1)
    gc.collect()
    print("collected")


asyncio.run(main())
