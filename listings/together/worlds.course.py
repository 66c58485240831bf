import asyncio

from ghetto_asyncio.together import queue
from ghetto_asyncio.together.worlds import ours, theirs

files = ("together.worlds", "together.queue")
parts = ("kernel", "asyncio")


async def eat(tell, table, name):
    tell(name, "get()", "waits")
    dish = await table.get()
    tell(name, "get()", "")
    tell(name, dish, "has")


async def later(tell, world, table):
    await world.sleep(60)
    tell.moment('put("toast")')
    await table.put("toast")


async def evening(tell, world, table):
    bob = await world.spawn(eat(tell, table, "Bob"))
    await world.spawn(later(tell, world, table))
    await world.sleep(1)
    tell.moment('put("tea")')
    await table.put("tea")
    tell.moment("Ann: get()")
    await eat(tell, table, "Ann")
    await world.join(bob)


def main(tell, part):
    if part == "kernel":
        ours.run(evening(tell, ours, queue.Queue()))
    else:
        theirs.run(evening(tell, theirs, asyncio.Queue()))
