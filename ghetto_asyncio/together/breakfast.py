"""Breakfast for a whole family: tea, toast and rice at once."""
from ghetto_asyncio.kernel.traps import clock, sleep

SECONDS = {"tea": 180, "toast": 30, "rice": 300}


async def cook(dish, seconds):
    """Cook a dish, and clean the stove for five seconds; toast burns."""
    try:
        await sleep(seconds)
        if dish == "toast":
            raise ValueError("burnt toast")
        print(f"{await clock():.0f} s: {dish} is ready")
    finally:
        await sleep(5)
        print(f"{await clock():.0f} s: {dish} is off the stove")


async def breakfast(block):
    """Cook everything in a block that has children."""
    async with block() as kitchen:
        for dish, seconds in SECONDS.items():
            await kitchen.spawn(cook(dish, seconds), dish)
