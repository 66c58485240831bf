"""Closing time: who still gets something, and who does not?"""
import asyncio


async def guest(name, orders, closing):
    for number in range(orders):
        if closing.is_set():
            print(name, "goes home with", number)
            return
        await asyncio.sleep(1)
    print(name, "has had", orders)


async def main():
    closing = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for name, orders in ("Ann", 2), ("Bob", 9):
            group.create_task(guest(name, orders, closing), name=name)
        await asyncio.sleep(2.5)
        closing.set()
        print("we are closing")


if __name__ == "__main__":
    asyncio.run(main())
