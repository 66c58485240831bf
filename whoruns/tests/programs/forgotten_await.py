"""The await is forgotten: the coroutine never begins."""
import asyncio


async def boil(dish):
    await asyncio.sleep(1)
    print(dish)


async def main():
    boil("eggs")
    await boil("tea")


asyncio.run(main())
