"""A queue with room for one, somebody who fills it, and two workers."""
import asyncio


async def work(name, queue):
    while True:
        dish = await queue.get()
        await asyncio.sleep(2)
        print(name, dish)
        queue.task_done()


async def main():
    queue = asyncio.Queue(1)
    workers = [asyncio.create_task(work(name, queue)) for name in ("Ann", "Bob")]
    for dish in "tea", "eggs", "toast", "rice":
        await queue.put(dish)
    await queue.join()
    for worker in workers:
        worker.cancel()


asyncio.run(main())
