"""Bob's order fails after a second. Is Eve served, and when is it over?"""
import asyncio


async def order(name, seconds):
    await asyncio.sleep(seconds)
    if name == "Bob":
        raise LookupError("closed")
    print(name, "is served")


async def main():
    try:
        await asyncio.gather(order("Bob", 1), order("Eve", 2))
    except LookupError:
        print("over at", asyncio.get_running_loop().time())
    await asyncio.sleep(9)


if __name__ == "__main__":
    asyncio.run(main())
