"""Breakfast in coroutines that know no loop."""
from ghetto_asyncio.kernel.traps import clock, sleep


async def boil(dish, seconds):
    """Boil a dish; return it."""
    print(dish, "on the stove at", await clock())
    await sleep(seconds)
    return f"hot {dish}"


async def serve(name, dish, seconds):
    """Have a dish boiled, and bring it to somebody."""
    meal = await boil(dish, seconds)
    print(meal, "for", name, "at", await clock())
