"""Three steps once more, with `await` in place of `yield`."""


async def breakfast(kitchen, name):
    """Return what is on the table, or why there is nothing."""
    try:
        dish = await kitchen.wish(name)
        plate = await kitchen.cook(dish)
        return await kitchen.bring(plate)
    except Exception as error:
        return f"nothing: {error}"
