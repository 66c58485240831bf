"""Three handlers take a second each, and one of them is old. Who is late?"""
import asyncio
import time


async def handler(name, start):
    await asyncio.sleep(1)
    print(name, f"{time.monotonic() - start:.1f}")


async def old_handler(name, start):
    time.sleep(1)
    print(name, f"{time.monotonic() - start:.1f}")


async def main():
    start = time.monotonic()
    await asyncio.gather(handler("Ann", start), old_handler("Bob", start),
                         handler("Eve", start))


if __name__ == "__main__":
    asyncio.run(main())
