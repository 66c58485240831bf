"""A guest and a cook on the last loop of the book: who wakes whom?"""
from contextlib import closing

from ghetto_asyncio.service.loop import Loop


async def cook(meal):
    print("the cook begins")
    meal.set_result("soup")
    print("the cook ends")


async def guest(name, loop):
    meal = loop.create_future()
    cooking = loop.create_task(cook(meal))
    print(name, "has", await meal)
    await cooking


def main():
    with closing(Loop()) as loop:
        loop.run_until_complete(guest("Ann", loop))


if __name__ == "__main__":
    main()
