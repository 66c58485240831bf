"""News for Ann, Bob and Eve; Bob needs a minute. When does Eve have it?"""
import asyncio

SECONDS = {"Ann": 1, "Bob": 60, "Eve": 1}


async def send(name):
    await asyncio.sleep(SECONDS[name])
    loop = asyncio.get_running_loop()
    print(name, "has it at", loop.time())


async def main():
    for name in SECONDS:
        await send(name)


if __name__ == "__main__":
    asyncio.run(main())
