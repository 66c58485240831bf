"""One block, two tasks: when does the line below the block run?"""
import asyncio


async def boil(dish, seconds):
    await asyncio.sleep(seconds)
    return f"hot {dish}"


async def main():
    async with asyncio.TaskGroup() as group:
        tea = group.create_task(boil("tea", 1), name="tea")
        eggs = group.create_task(boil("eggs", 3), name="eggs")
        print("the block is over")
    print(tea.result(), "and", eggs.result())


if __name__ == "__main__":
    asyncio.run(main())
