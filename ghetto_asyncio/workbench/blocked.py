"""Tea takes a second, and is there after four. What holds it up?"""
import asyncio
import time


async def tea(start):
    await asyncio.sleep(1)
    print(f"tea at {time.monotonic() - start:.0f}")


async def report(start):
    time.sleep(4)
    print(f"a report at {time.monotonic() - start:.0f}")


async def main():
    start = time.monotonic()
    await asyncio.gather(tea(start), report(start))


if __name__ == "__main__":
    asyncio.run(main())
