"""Bob's kitchen is closed, twice. When is Eve served, and when not?"""
import asyncio


async def order(name, seconds):
    await asyncio.sleep(seconds)
    if name == "Bob":
        raise LookupError("closed")
    print(name, "is served")


async def main():
    try:
        await asyncio.gather(order("Bob", 1), order("Eve", 2))
    except LookupError:
        print("gather() has failed")
    await asyncio.sleep(3)
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(order("Bob", 1))
            group.create_task(order("Eve", 2))
    except* LookupError:
        print("the group has failed")


if __name__ == "__main__":
    asyncio.run(main())
