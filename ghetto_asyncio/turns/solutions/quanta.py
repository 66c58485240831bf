"""Solution: run with every quantum and keep what differs."""
from ghetto_asyncio.turns.machine import Core
from ghetto_asyncio.turns.timer_interrupt import run


def results(programs, memory):
    """Return a list of the different final memories.

    Use each quantum from 1 to the length of the longest program,
    and start each run with a copy of `memory`.
    """
    found = []
    for quantum in range(1, max(map(len, programs)) + 1):
        core = Core()
        core.memory = dict(memory)
        run(core, programs, quantum)
        if core.memory not in found:
            found.append(core.memory)
    return found
