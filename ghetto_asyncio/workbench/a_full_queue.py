"""The cook has five dishes, and the guest has left. How many are served?"""
import asyncio


async def cook(table):
    for dish in range(5):
        await table.put(dish)
        print("served", dish)


async def main():
    table = asyncio.Queue(maxsize=2)
    try:
        async with asyncio.timeout(60):
            await cook(table)
    except TimeoutError:
        print("a minute later, the cook waits")


if __name__ == "__main__":
    asyncio.run(main())
