"""Each of three tests passes alone. What if one runs after the other?"""
import asyncio


async def order(guest, pool):
    connection = await pool.get()
    await asyncio.sleep(0)
    pool.put_nowait(connection)


async def test(pool, *guests):
    tasks = [asyncio.create_task(order(guest, pool)) for guest in guests]
    for task in tasks:
        await task


def main():
    pool = asyncio.Queue()
    pool.put_nowait("connection")
    for guests in ["Ann"], ["Ann", "Bob"], ["Ann", "Eve"]:
        try:
            asyncio.run(test(pool, *guests))
            print(*guests, "passed")
        except RuntimeError as error:
            print(*guests, "failed:", str(error)[-31:])


if __name__ == "__main__":
    main()
