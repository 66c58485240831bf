"""One of the two waits for the other. Can asyncio tell you which one?"""
import asyncio


async def cook(rice):
    await asyncio.sleep(300)
    rice.set_result("rice")


async def waiter(rice):
    print("the waiter serves", await rice)


async def main():
    rice = asyncio.get_running_loop().create_future()
    tasks = [asyncio.create_task(job(rice)) for job in (cook, waiter)]
    await asyncio.sleep(1)
    for task in tasks:
        print(*repr(task).partition("wait_for=")[2].split()[:2])
    await asyncio.wait(tasks)


if __name__ == "__main__":
    asyncio.run(main())
