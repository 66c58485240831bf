"""A kernel is asked, and answers. What do these tasks ask for?"""
from ghetto_asyncio.kernel.join import Kernel
from ghetto_asyncio.kernel.traps import schedule, spawn


async def boil(dish):
    print("boil", dish)
    await schedule()
    return f"hot {dish}"


async def breakfast():
    tea = await spawn(boil("tea"), "tea")
    eggs = await spawn(boil("eggs"), "eggs")
    for task in tea, eggs:
        print("there is", await task.join())


def main():
    Kernel().run(breakfast())


if __name__ == "__main__":
    main()
