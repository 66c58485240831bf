"""Three kitchens are asked at once, in five ways."""
import asyncio

SECONDS = {"Ann": 1, "Bob": 2, "Eve": 3}


class Closed(Exception):
    """A kitchen is closed; holds the name of its guest."""


def say(*words):
    """Print the time, in seconds, and what happens."""
    print(f"{asyncio.get_running_loop().time():.3g} s:", *words)


async def order(name, closed):
    """Order from a guest's kitchen; raise Closed if it is closed."""
    try:
        await asyncio.sleep(SECONDS[name])
        if closed:
            raise Closed(name)
        say(name, "is served")
        return name
    except asyncio.CancelledError:
        say(name, "is cancelled")
        raise


async def gather(orders):
    """Give all results, or the first error."""
    return await asyncio.gather(*orders)


async def keep_errors(orders):
    """Give all results, with errors among them."""
    return await asyncio.gather(*orders, return_exceptions=True)


async def group(orders):
    """Give all results, or a group of errors."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(each) for each in orders]
    return [task.result() for task in tasks]


async def as_completed(orders):
    """Give the results as they come, or the first error."""
    return [await each for each in asyncio.as_completed(orders)]


async def wait(orders):
    """Say how many have ended at the first error."""
    tasks = [asyncio.create_task(each) for each in orders]
    done, pending = await asyncio.wait(
        tasks, return_when=asyncio.FIRST_EXCEPTION)
    return f"{len(done)} done, {len(pending)} pending"


async def table(way, closed=("Bob",), limit=None):
    """Order for a table, within this many seconds, and stay a minute."""
    orders = [order(name, name in closed) for name in SECONDS]
    try:
        async with asyncio.timeout(limit):
            say("heard:", await way(orders))
    except (Closed, ExceptionGroup, TimeoutError) as error:
        say("heard:", repr(error))
    await asyncio.sleep(60)
