"""The same two awaits, twice. How many seconds does each pair take?"""
import asyncio


async def boil(seconds):
    await asyncio.sleep(seconds)


async def main():
    now = asyncio.get_running_loop().time
    start = now()
    await boil(180)
    await boil(300)
    middle = now()
    tea = asyncio.create_task(boil(180), name="tea")
    eggs = asyncio.create_task(boil(300), name="eggs")
    await tea
    await eggs
    print(middle - start, now() - middle)


if __name__ == "__main__":
    asyncio.run(main())
