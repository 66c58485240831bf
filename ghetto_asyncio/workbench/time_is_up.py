"""Time is up after two seconds. Which line of order() is cut short?"""
import asyncio


async def order(dish):
    print("ask for", dish)
    await asyncio.sleep(1)
    print("wait for", dish)
    await asyncio.sleep(5)
    print("eat", dish)


async def main():
    try:
        async with asyncio.timeout(2):
            await order("soup")
    except TimeoutError:
        print("too late")


if __name__ == "__main__":
    asyncio.run(main())
