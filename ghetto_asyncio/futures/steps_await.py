"""Three steps once more: `await` stands where `yield` stood."""


async def breakfast(kitchen, name):
    """Return what is on the table, or why there is nothing."""
    try:
        dish = await kitchen.wish(name)
        plate = await kitchen.cook(dish)
        return await kitchen.bring(plate)
    except Exception as error:
        return f"nothing: {error}"
