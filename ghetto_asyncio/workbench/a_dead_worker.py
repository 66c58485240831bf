"""A worker takes numbers from a queue, and main() waits for the last one."""
import asyncio


async def work(queue):
    while True:
        number = await queue.get()
        await asyncio.sleep(1)
        print(f"60 / {number} = {60 // number}")
        queue.task_done()


async def main():
    queue = asyncio.Queue()
    for number in (3, 0, 5):
        queue.put_nowait(number)
    worker = asyncio.create_task(work(queue), name="worker")
    await queue.join()
    worker.cancel()


if __name__ == "__main__":
    asyncio.run(main())
