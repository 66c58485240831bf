"""Breakfast has been served, and a task is still making toast."""


async def toast(sleep):
    """Burn the toast; it takes thirty seconds."""
    await sleep(30)
    raise ValueError("burnt toast")


async def breakfast(begin, sleep):
    """Serve tea, and leave the toast to a task that `begin` makes."""
    await begin(toast(sleep))
    await sleep(20)
    return "breakfast is served"


async def morning(begin, sleep):
    """Have breakfast, and read the newspaper for an hour."""
    try:
        print(await breakfast(begin, sleep))
    except ValueError as error:
        print("what a pity:", error)
    await sleep(3600)
    print("what a nice morning")
