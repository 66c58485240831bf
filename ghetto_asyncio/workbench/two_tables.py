"""There are two tables for three guests. Who waits, and how long?"""
import asyncio


async def guest(name, tables, seconds):
    async with tables:
        print(name, "sits down")
        await asyncio.sleep(seconds)
    print(name, "leaves")


async def main():
    tables = asyncio.Semaphore(2)
    async with asyncio.TaskGroup() as group:
        for name, seconds in ("Ann", 3), ("Bob", 1), ("Eve", 2):
            group.create_task(guest(name, tables, seconds), name=name)


if __name__ == "__main__":
    asyncio.run(main())
