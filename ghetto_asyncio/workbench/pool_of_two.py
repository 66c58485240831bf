"""Three requests share two connections. Which are answered?"""
import asyncio

pool = asyncio.Semaphore(2)


async def user_of(order):
    async with pool:
        await asyncio.sleep(1)
        return f"user of {order}"


async def handle(order):
    async with pool:
        await asyncio.sleep(1)
        print(await user_of(order))


async def main():
    async with asyncio.TaskGroup() as group:
        for order in (1, 2, 3):
            group.create_task(handle(order), name=f"handle({order})")


if __name__ == "__main__":
    asyncio.run(main())
