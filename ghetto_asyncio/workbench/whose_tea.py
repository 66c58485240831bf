"""Tea is put on the table while Bob waits for it. Who drinks it?"""
import asyncio


async def drink(name, table):
    print(name, "drinks", await table.get())


async def main():
    table = asyncio.Queue()
    bob = asyncio.create_task(drink("Bob", table), name="Bob")
    await asyncio.sleep(1)
    await table.put("tea")
    await drink("Ann", table)
    bob.cancel()


if __name__ == "__main__":
    asyncio.run(main())
