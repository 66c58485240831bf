"""A task is asked to end, cleans up, and takes its time."""
import asyncio


async def guest(name):
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError:
        print(name, "is leaving")
        await asyncio.sleep(1)
        raise


async def main():
    ann = asyncio.create_task(guest("Ann"))
    await asyncio.sleep(2)
    ann.cancel()
    try:
        await ann
    except asyncio.CancelledError:
        print("gone:", ann.cancelled())


asyncio.run(main())
