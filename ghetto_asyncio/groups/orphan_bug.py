"""Breakfast has been served, and a task is still making toast."""
from asyncio import create_task, sleep


async def toast():
    """Burn the toast; it takes thirty seconds."""
    await sleep(30)
    raise ValueError("burnt toast")


async def breakfast():
    """Serve tea, and leave the toast to a task."""
    create_task(toast())
    await sleep(20)
    return "breakfast is served"


async def morning():
    """Have breakfast, catch its error, and read for an hour."""
    try:
        print(await breakfast())
    except ValueError as error:
        print("what a pity:", error)
    await sleep(3600)
    print("what a nice morning")
