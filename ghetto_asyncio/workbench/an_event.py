"""Three wait for one event. Does set() let them run?"""
import asyncio


async def guest(name, door):
    await door.wait()
    print(name, "is in")


async def main():
    door = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for name in "Ann", "Bob", "Eve":
            group.create_task(guest(name, door), name=name)
        await asyncio.sleep(1)
        door.set()
        print("the door is open")


if __name__ == "__main__":
    asyncio.run(main())
