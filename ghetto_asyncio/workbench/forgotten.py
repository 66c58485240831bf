"""Three orders, and two are served. What became of Bob's?"""
import asyncio


async def order(name):
    await asyncio.sleep(1)
    print(name, "is served")


async def main():
    await order("Ann")
    order("Bob")
    await order("Eve")


if __name__ == "__main__":
    asyncio.run(main())
