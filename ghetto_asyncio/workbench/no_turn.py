"""Ann and Bob await before each word; Bob begins. Who gives up the turn?"""
import asyncio


async def nothing():
    return "nothing"


async def rest():
    await asyncio.sleep(0)


async def talk(name, pause):
    for _ in range(2):
        await pause()
        print(name)


async def main():
    await asyncio.gather(talk("Bob", rest), talk("Ann", nothing))


if __name__ == "__main__":
    asyncio.run(main())
