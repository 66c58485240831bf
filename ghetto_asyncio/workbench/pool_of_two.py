"""Three requests share two connections. Which are answered?"""
import asyncio


async def user_of(order, pool):
    async with pool:
        await asyncio.sleep(1)
        return f"user of {order}"


async def handle(order, pool):
    async with pool:
        await asyncio.sleep(1)
        print(await user_of(order, pool))


async def main():
    pool = asyncio.Semaphore(2)
    async with asyncio.TaskGroup() as group:
        for order in (1, 2, 3):
            group.create_task(handle(order, pool))


if __name__ == "__main__":
    asyncio.run(main())
