"""Giving way in the wrong place loses updates too."""
from ghetto_asyncio.turns.round_robin import run


def careless(memory):
    """Add 1 to `n`; give way between reading and writing."""
    n = memory["n"]
    yield
    memory["n"] = n + 1


def careful(memory):
    """Add 1 to `n`; give way before it, never in the middle."""
    yield
    n = memory["n"]
    memory["n"] = n + 1


def total(adder, count):
    """Run `count` adders together; return the final `n`."""
    memory = {"n": 0}
    run([adder(memory) for _ in range(count)])
    return memory["n"]
