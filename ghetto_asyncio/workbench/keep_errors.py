"""One of three fails. What becomes of the other two?"""
import asyncio


async def order(name, seconds):
    await asyncio.sleep(seconds)
    if name == "Bob":
        raise LookupError("Bob's kitchen is closed")
    print(name, "is served")
    return name


async def main():
    three = order("Ann", 1), order("Bob", 2), order("Eve", 3)
    done = await asyncio.gather(*three, return_exceptions=True)
    for result in done:
        print("result:", result)


if __name__ == "__main__":
    asyncio.run(main())
