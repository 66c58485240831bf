"""A task fails, and nobody asks for its error."""
import asyncio


async def fail(after):
    await asyncio.sleep(after)
    raise ValueError("nobody hears me")


async def main():
    asyncio.create_task(fail(1))
    await asyncio.sleep(2)
    print("done")


asyncio.run(main())
