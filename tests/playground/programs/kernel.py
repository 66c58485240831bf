"""Our kernel: tasks that sleep, and one that joins others."""

from ghetto_asyncio.kernel.kernel import Kernel
from ghetto_asyncio.kernel.traps import sleep, spawn


async def boil(dish, seconds):
    await sleep(seconds)
    return f"{dish} is ready"


async def breakfast():
    tea = await spawn(boil("tea", 3), "tea")
    eggs = await spawn(boil("eggs", 2), "eggs")
    for task in tea, eggs:
        print(await task.join())


Kernel().run(breakfast())
