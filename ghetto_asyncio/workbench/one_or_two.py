"""An await in front of a call, or a task around it: which is slower?"""
import asyncio


async def boil(dish, seconds):
    await asyncio.sleep(seconds)
    print(dish, "is done")


async def main():
    start = asyncio.get_running_loop().time()
    await boil("tea", 2)
    await boil("eggs", 3)
    middle = asyncio.get_running_loop().time()
    tea = asyncio.create_task(boil("tea", 2), name="tea")
    await boil("eggs", 3)
    await tea
    end = asyncio.get_running_loop().time()
    print(f"{middle - start:.0f} s, and {end - middle:.0f} s")


if __name__ == "__main__":
    asyncio.run(main())
