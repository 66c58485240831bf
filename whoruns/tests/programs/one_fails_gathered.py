"""gather(), and one of the tasks fails: the others go on, though nobody waits for them any more."""
import asyncio


async def cook(dish, seconds):
    await asyncio.sleep(seconds)
    if dish == "eggs":
        async with asyncio.Lock():
            raise ValueError("no eggs")
    print(dish)


async def main():
    try:
        await asyncio.gather(cook("toast", 1), cook("eggs", 2), cook("tea", 3))
    except ValueError as error:
        print("too bad:", error)
    await asyncio.sleep(2)


asyncio.run(main())
