"""Two timeouts, one in the other: the outer one is over first, then the inner one."""
import asyncio


async def order(outer):
    try:
        async with asyncio.timeout(outer):
            try:
                async with asyncio.timeout(2):
                    await asyncio.sleep(3)
            except TimeoutError:
                print("the inner one")
    except TimeoutError:
        print("the outer one")


async def main():
    for outer in 1, 3:
        await order(outer)
    await asyncio.sleep(1)


asyncio.run(main())
