"""Eve's report keeps the loop busy for a second, and others are late."""
import asyncio


def add_up():
    """Add up a year of orders: a second of work, on a clock that jumps."""
    asyncio.get_running_loop().jumping.now += 1


async def report(add_up=add_up):
    """Add up the orders, and write down the sum."""
    total = add_up()
    await asyncio.sleep(0.1)
    return total


async def menu():
    """Ask the database for today's dishes."""
    await asyncio.sleep(0.2)


async def request(handler, arrives):
    """Answer a request; give its time by our log, and by the client."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(arrives)
    begins = loop.time()
    await handler()
    ends = loop.time()
    return round(ends - begins, 1), round(ends - arrives, 1)
