"""Breakfast in coroutines: one awaits another one, which sleeps."""


async def boil(loop, dish, seconds):
    """Boil a dish; return it."""
    print(dish, "on the stove at", loop.time())
    await loop.sleep(seconds)
    return f"hot {dish}"


async def serve(loop, name, dish, seconds):
    """Have a dish boiled, and bring it to a guest."""
    meal = await boil(loop, dish, seconds)
    print(meal, "for", name, "at", loop.time())
