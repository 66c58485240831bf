"""Two seats, and somebody who waits until there is bread."""
import asyncio

bread = []


async def eat(name, seats, baked):
    async with seats:
        async with baked:
            await baked.wait_for(lambda: bread)
            print(name, bread.pop())
        await asyncio.sleep(1)


async def main():
    seats, baked = asyncio.Semaphore(2), asyncio.Condition()
    guests = [asyncio.create_task(eat(name, seats, baked)) for name in ("Ann", "Bob", "Eve")]
    for loaf in range(3):
        await asyncio.sleep(2)
        async with baked:
            bread.append(loaf)
            baked.notify()
    await asyncio.wait(guests)


asyncio.run(main())
