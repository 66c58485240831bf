"""The worker is cancelled in its first second. Why does it work on?"""
import asyncio


async def worker():
    for number in range(3):
        try:
            await asyncio.sleep(1)
        except BaseException:
            print("never mind")
        print("work", number)


async def main():
    task = asyncio.create_task(worker(), name="worker")
    asyncio.get_running_loop().call_later(0.5, task.cancel)
    print(await task, task.cancelled())


if __name__ == "__main__":
    asyncio.run(main())
