"""A kitchen: three jobs that take a minute each, in any way you like."""
from functools import partial

WISHES = {"Ann": "eggs", "Bob": "toast", "Eve": "eggs"}


def cook(dish):
    """Return a plate; raise ValueError if the dish is burnt."""
    if dish == "toast":
        raise ValueError("burnt toast")
    return f"a plate of {dish}"


def bring(plate):
    """Bring a plate; return what is on the table then."""
    return f"{plate} on the table"


class Kitchen:
    """Does jobs by `way(loop, work, arg, …)`, which decides how."""

    def __init__(self, loop, way):
        self.wish = partial(way, loop, WISHES.__getitem__)
        self.cook = partial(way, loop, cook)
        self.bring = partial(way, loop, bring)
