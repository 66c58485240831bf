"""One pot of tea: two wait for it, and the third comes late."""
from ghetto_asyncio.kernel.traps import current_task, schedule, spawn


async def boil():
    """Boil tea in two turns; return it."""
    await schedule()
    return "green tea"


async def drink(tea):
    """Wait for the tea, and drink it."""
    task = await current_task()
    print(task.name, "drinks", await tea.join())


async def breakfast():
    """Have tea boiled for Ann and Bob; return what is left."""
    tea = await spawn(boil(), "tea")
    for name in "Ann", "Bob":
        friend = await spawn(drink(tea), name)
    await friend.join()
    return await tea.join()
