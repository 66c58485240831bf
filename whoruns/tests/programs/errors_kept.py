"""Errors that are thrown in, and that go past coroutines, or are kept from them."""
import asyncio


async def ticks():
    try:
        for number in range(3):
            await asyncio.sleep(1)
            yield number
    finally:
        await asyncio.sleep(1)
        print("no more ticks")


async def swallow():
    try:
        await asyncio.sleep(9)
    except asyncio.CancelledError:
        print("swallowed")


async def listen():
    try:
        async with asyncio.timeout(1.5):
            async for number in ticks():
                print(number)
    except TimeoutError:
        print("too late")
    async for _number in ticks():
        break
    await swallow()
    await asyncio.sleep(2)
    await asyncio.sleep(1)


async def main():
    task = asyncio.create_task(listen())
    await asyncio.sleep(5)
    task.cancel()
    await task


asyncio.run(main())
