"""The program ends while Bob eats. Is his finally run?"""
import asyncio


async def guest(name):
    try:
        await asyncio.sleep(3600)
    finally:
        print(name, "pays")


async def main():
    bob = asyncio.create_task(guest("Bob"), name="Bob")
    await asyncio.sleep(1)
    print("the light is off, done:", bob.done())


if __name__ == "__main__":
    asyncio.run(main())
