"""News for Ann, Bob and Eve; Bob needs a minute. When does Eve have it?"""
import asyncio


async def send(name, seconds):
    await asyncio.sleep(seconds)
    print(name, "has it at", asyncio.get_running_loop().time())


async def main():
    for name, seconds in ("Ann", 1), ("Bob", 60), ("Eve", 1):
        await send(name, seconds)


if __name__ == "__main__":
    asyncio.run(main())
