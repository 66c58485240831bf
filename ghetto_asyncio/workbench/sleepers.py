"""A whole kernel, and three who sleep: in which order do they wake?"""
from ghetto_asyncio.kernel.kernel import Kernel
from ghetto_asyncio.kernel.traps import sleep, spawn


async def nap(name, seconds):
    await sleep(seconds)
    print(name, "is awake")


async def main():
    naps = {"Ann": 3, "Bob": 1, "Eve": 2}
    tasks = [await spawn(nap(*each), each[0]) for each in naps.items()]
    for task in tasks:
        await task.join()
    print("good morning")


if __name__ == "__main__":
    Kernel().run(main())
