"""Solution: choose who goes first, then do so again."""
from ghetto_asyncio.turns.lost_update_bug import ADD_ONE
from ghetto_asyncio.turns.machine import Core


def schedules(steps):
    """Take {name: number of steps}; return all orders."""
    if not any(steps.values()):
        return [""]
    orders = []
    for name, left in steps.items():
        if left:
            for rest in schedules(steps | {name: left - 1}):
                orders.append(name + rest)
    return orders


def run(schedule):
    """Run ADD_ONE step by step in this order; return `n`."""
    core = Core()
    core.memory["n"] = 0
    contexts = dict.fromkeys(schedule, (0, 0))
    for name in schedule:
        core.counter, core.register = contexts[name]
        core.step(ADD_ONE)
        contexts[name] = core.counter, core.register
    return core.memory["n"]
