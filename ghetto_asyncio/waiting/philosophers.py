"""Three guests at a round table, who eat with two forks each."""
from asyncio import Lock, create_task, gather, get_running_loop, sleep


async def dine(name, first, second):
    """Take two forks, one after the other; eat; put them back."""
    async with first:
        await sleep(1)
        async with second:
            await sleep(1)
            print(f"{get_running_loop().time():g}: {name} has eaten")


def left_first(forks, seat):
    """Return the fork on the left, and that on the right."""
    return forks[seat], forks[(seat + 1) % len(forks)]


def lowest_first(forks, seat):
    """Return both forks, the one with the lower number first."""
    return sorted(left_first(forks, seat), key=forks.index)


async def dinner(order, names=("Ann", "Bob", "Eve")):
    """Have dinner together; `order` says which fork is taken first."""
    forks = [Lock() for _ in names]
    await gather(*(
        create_task(dine(name, *order(forks, seat)), name=name)
        for seat, name in enumerate(names)))
