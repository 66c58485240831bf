"""One variable, two tasks: whose name does each of them see?"""
import asyncio
from contextvars import ContextVar

user = ContextVar("user", default="nobody")


async def log(line):
    print(f"{user.get()}: {line}")


async def request(name):
    user.set(name)
    await asyncio.sleep(1)
    await log("done")


async def main():
    await asyncio.gather(request("Ann"), request("Bob"))
    await log("all done")


if __name__ == "__main__":
    asyncio.run(main())
