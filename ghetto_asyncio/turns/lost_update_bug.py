"""Two programs add 1 to one number; a timer may interrupt anywhere."""
from itertools import permutations

from ghetto_asyncio.turns.machine import Core

ADD_ONE = [("load", "n"), ("add", 1), ("store", "n")]


def schedules():
    """Return the 20 orders of Ann's three steps and Bob's three."""
    return sorted({"".join(order) for order in permutations("AAABBB")})


def run(schedule):
    """Run both programs in this order; return the final `n`."""
    core = Core()
    core.memory["n"] = 0
    contexts = {"A": (0, 0), "B": (0, 0)}
    for name in schedule:
        core.counter, core.register = contexts[name]
        core.step(ADD_ONE)
        contexts[name] = core.counter, core.register
    return core.memory["n"]
