"""Three tasks and gather()."""
import asyncio


async def cook(dish, seconds):
    await asyncio.sleep(seconds)
    print(dish)
    return dish


async def main():
    print(await asyncio.gather(cook("eggs", 3), cook("toast", 1), cook("tea", 2)))


asyncio.run(main())
