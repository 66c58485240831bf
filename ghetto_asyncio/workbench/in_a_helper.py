"""A helper makes the pauses. Who is heard when?"""
import asyncio


async def tell(name, text):
    print(f"{name}: {text}")
    await asyncio.sleep(0)


async def greet(name):
    await tell(name, "hello")
    await tell(name, "bye")


async def main():
    await asyncio.gather(greet("Ann"), greet("Bob"))


if __name__ == "__main__":
    asyncio.run(main())
