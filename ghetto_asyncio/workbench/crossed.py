"""Each has what the other one wants. What does asyncio say?"""
import asyncio


async def move(name, here, there):
    async with here:
        await asyncio.sleep(1)
        async with there:
            print(name, "is moved")


async def main():
    grill, oven = asyncio.Lock(), asyncio.Lock()
    fish = asyncio.create_task(move("fish", grill, oven), name="fish")
    bread = asyncio.create_task(move("bread", oven, grill), name="bread")
    done, waiting = await asyncio.wait([fish, bread], timeout=60)
    print(len(done), "done,", len(waiting), "waiting")


if __name__ == "__main__":
    asyncio.run(main())
