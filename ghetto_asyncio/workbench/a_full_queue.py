"""The cook has five dishes. Why are only two of them served?"""
import asyncio


async def cook(table):
    for dish in range(5):
        await table.put(dish)
        print("served", dish)


async def guest(table):
    raise LookupError("no appetite")


async def main():
    table = asyncio.Queue(maxsize=2)
    task = asyncio.create_task(guest(table), name="guest")
    try:
        async with asyncio.timeout(60):
            await cook(table)
    except TimeoutError:
        print("a minute later:", repr(task.exception()))


if __name__ == "__main__":
    asyncio.run(main())
