"""Ten lines are written, each with an await. How many turns does Bob get?"""
import asyncio


async def count(turns):
    while True:
        turns.append("a turn")
        await asyncio.sleep(0)


async def drain(full):
    if full:
        await asyncio.sleep(0)


async def main():
    turns = []
    bob = asyncio.create_task(count(turns), name="Bob")
    for _line in range(10):
        await drain(full=False)
    print(len(turns), "turns")
    bob.cancel()


if __name__ == "__main__":
    asyncio.run(main())
