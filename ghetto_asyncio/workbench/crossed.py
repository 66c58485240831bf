"""Each has what the other one wants. Where does each of them stand?"""
import asyncio


async def move(name, here, there):
    async with here:
        await asyncio.sleep(1)
        async with there:
            print(name, "has moved an order")


async def main():
    grill, oven = asyncio.Lock(), asyncio.Lock()
    ann = asyncio.create_task(move("Ann", grill, oven), name="Ann")
    bob = asyncio.create_task(move("Bob", oven, grill), name="Bob")
    done, waiting = await asyncio.wait([ann, bob], timeout=60)
    print(len(done), "done,", len(waiting), "waiting")


if __name__ == "__main__":
    asyncio.run(main())
