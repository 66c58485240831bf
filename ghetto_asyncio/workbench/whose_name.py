"""One variable, two tasks: whose name does each of them see?"""
import asyncio
from contextvars import ContextVar

user = ContextVar("user", default="nobody")


async def request(name):
    user.set(name)
    await asyncio.sleep(1)
    print(name, "sees", user.get())


async def main():
    async with asyncio.TaskGroup() as group:
        for name in "Ann", "Bob":
            group.create_task(request(name))
    print("main sees", user.get())


if __name__ == "__main__":
    asyncio.run(main())
