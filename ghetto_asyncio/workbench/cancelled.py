"""A task is cancelled while it waits. What does it still do?"""
import asyncio


async def cook():
    print("the stove is on")
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        print("no guest wants it")
        raise
    finally:
        print("the stove is off")


async def main():
    task = asyncio.create_task(cook(), name="cook")
    await asyncio.sleep(1)
    task.cancel()
    print("cancelled already?", task.cancelled())
    try:
        await task
    except asyncio.CancelledError:
        print("cancelled now:", task.cancelled())


if __name__ == "__main__":
    asyncio.run(main())
