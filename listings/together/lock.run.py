from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.kernel.traps import sleep, spawn
from ghetto_asyncio.together.lock import Lock

files = ("together.lock",)


async def boil(kettle, times):
    for _ in range(times):
        async with kettle:
            await sleep(180)


async def breakfast():
    kettle = Lock("the kettle")
    ann = await spawn(boil(kettle, 2), "Ann")
    await spawn(boil(kettle, 1), "Bob")
    await spawn(boil(kettle, 1), "Eve")
    await ann.join()


def main():
    Kernel().run(breakfast())
