"""Three guests pay, and each needs a second. Why does it take three?"""
import asyncio


async def pay(name, lock, bill):
    async with lock:
        bill.append(name)
        await asyncio.sleep(1)
    print(name, "has paid")


async def main():
    lock, bill = asyncio.Lock(), []
    start = asyncio.get_running_loop().time()
    async with asyncio.TaskGroup() as group:
        for name in "Ann", "Bob", "Eve":
            group.create_task(pay(name, lock, bill), name=name)
    print(f"{asyncio.get_running_loop().time() - start:.0f} s for", bill)


if __name__ == "__main__":
    asyncio.run(main())
