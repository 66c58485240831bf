"""Who sets this result, and what if nobody does?"""
import asyncio


async def main():
    eggs = asyncio.get_running_loop().create_future()
    try:
        async with asyncio.timeout(86400):
            await eggs
    except TimeoutError:
        print("a day later:", eggs.cancelled())


if __name__ == "__main__":
    asyncio.run(main())
