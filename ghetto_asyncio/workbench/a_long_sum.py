"""A long sum lets others go on now and then. How late are they?"""
import asyncio
import time


async def add_up(pieces):
    for _piece in range(pieces):
        time.sleep(0.5)
        await asyncio.sleep(0)
    print("the sum is there")


async def tick(start):
    for _second in range(3):
        await asyncio.sleep(1)
        print(f"tick at {time.monotonic() - start:.1f}")


async def main():
    await asyncio.gather(add_up(5), tick(time.monotonic()))


if __name__ == "__main__":
    asyncio.run(main())
