"""Breakfast for a whole family: tea, toast and rice at once."""
from asyncio import get_running_loop, sleep

from ghetto_asyncio.limits.timeout import timeout

SECONDS = {"tea": 180, "toast": 30, "rice": 300}


def say(*words):
    """Print the time in seconds, and then the words."""
    print(f"{get_running_loop().time():.0f} s:", *words)


async def cook(dish, seconds):
    """Cook a dish, and clean the stove for five seconds; toast burns."""
    try:
        await sleep(seconds)
        if dish == "toast":
            raise ValueError("burnt")
        say(dish, "is ready")
    finally:
        await sleep(5)
        say(dish, "is off the stove")


async def breakfast(TaskGroup, newspaper=0):
    """Cook all dishes in a block; read the newspaper there meanwhile."""
    async with TaskGroup() as kitchen:
        for dish, seconds in SECONDS.items():
            kitchen.create_task(cook(dish, seconds))
        await sleep(newspaper)


async def morning(TaskGroup, patience=999, newspaper=0):
    """Have breakfast with a time limit; print the error, if there is one."""
    try:
        async with timeout(patience):
            await breakfast(TaskGroup, newspaper)
    except Exception as error:
        say(repr(error))
    await sleep(600)
