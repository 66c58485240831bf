"""Three steps that block; each needs what the one before gave."""


def block(loop, work, arg):
    """Let a minute pass, and do a job; return its result."""
    loop.selector.select(60)
    return work(arg)


def breakfast(kitchen, name):
    """Return what is on the table, or why there is nothing."""
    try:
        dish = kitchen.wish(name)
        plate = kitchen.cook(dish)
        return kitchen.bring(plate)
    except Exception as error:
        return f"nothing: {error}"
