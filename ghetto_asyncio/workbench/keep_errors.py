"""One of three fails. What becomes of the two others?"""
import asyncio


async def order(name, seconds, closed):
    await asyncio.sleep(seconds)
    if closed:
        raise LookupError(f"{name}'s kitchen is closed")
    print(name, "is served")
    return name


async def main():
    guests = ("Ann", 1, False), ("Bob", 2, True), ("Eve", 3, False)
    orders = [order(*guest) for guest in guests]
    for result in await asyncio.gather(*orders, return_exceptions=True):
        print("result:", result)


if __name__ == "__main__":
    asyncio.run(main())
