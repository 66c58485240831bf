"""Each of these has an await. Which of them gives up its turn?"""
import asyncio


async def nothing():
    return "nothing"


async def hasty():
    for number in range(3):
        await nothing()
        print("hasty", number)


async def polite():
    for number in range(3):
        await asyncio.sleep(0)
        print("polite", number)


async def main():
    await asyncio.gather(polite(), hasty())


if __name__ == "__main__":
    asyncio.run(main())
