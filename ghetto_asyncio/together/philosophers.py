"""Philosophers at a round table, who eat with two forks each."""
from ghetto_asyncio.kernel.traps import clock, sleep, spawn
from ghetto_asyncio.together.lock import Lock


async def dine(name, first, second):
    """Take two forks, one after the other; eat; put them back."""
    async with first:
        await sleep(1)
        async with second:
            await sleep(1)
            print(f"{await clock():g}: {name} has eaten")


def left_first(forks, seat):
    """Return the fork at the left, and that at the right."""
    return forks[seat], forks[(seat + 1) % len(forks)]


def lowest_first(forks, seat):
    """Return the same two, the one with the lower number first."""
    return sorted(left_first(forks, seat), key=forks.index)


async def dinner(order, names=("Ann", "Bob", "Eve")):
    """Have dinner together; `order` says which fork is taken first."""
    forks = [Lock(f"fork {number + 1}") for number in range(len(names))]
    tasks = []
    for seat, name in enumerate(names):
        eats = dine(name, *order(forks, seat))
        tasks.append(await spawn(eats, name))
    for task in tasks:
        await task.join()
