"""One kettle, three guests, and a bell."""
import asyncio


async def boil(name, kettle, bell):
    await bell.wait()
    async with kettle:
        await asyncio.sleep(1)
        print(name)


async def main():
    kettle, bell = asyncio.Lock(), asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for name in "Ann", "Bob", "Eve":
            group.create_task(boil(name, kettle, bell))
        await asyncio.sleep(2)
        bell.set()


asyncio.run(main())
