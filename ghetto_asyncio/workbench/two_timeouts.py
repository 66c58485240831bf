"""Two timeouts, one inside the other. Which raises? And if both are due?"""
import asyncio


async def order(inner, outer):
    try:
        async with asyncio.timeout(outer):
            try:
                async with asyncio.timeout(inner):
                    await asyncio.sleep(60)
            except TimeoutError:
                print("the inner one")
    except TimeoutError:
        print("the outer one")


async def main():
    for inner, outer in (1, 2), (2, 1), (1, 1):
        print("inner", inner, "outer", outer)
        await order(inner, outer)


if __name__ == "__main__":
    asyncio.run(main())
