"""A cook is fast and a guest is slow. Who waits for whom?"""
import asyncio


async def cook(table):
    for dish in "tea", "soup", "ham", "cake":
        await table.put(dish)
        print("served", dish)


async def guest(table):
    for _dish in range(4):
        await asyncio.sleep(2)
        print("eats", await table.get())


async def main():
    table = asyncio.Queue(maxsize=1)
    await asyncio.gather(cook(table), guest(table))


if __name__ == "__main__":
    asyncio.run(main())
