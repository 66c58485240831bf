"""Solution: a bounded queue stands between the jobs and the workers."""
from asyncio import CancelledError

from ghetto_asyncio.cancellation.shield import shield
from ghetto_asyncio.kernel.traps import current_task, spawn
from ghetto_asyncio.together.queue import Queue


async def work_off(jobs, number):
    """Await `job()` for each job, with so many workers; return a list.

    It holds the results in the order of the jobs, and the error of a
    job that has failed. `jobs` may be very long: no more of it is read
    than the workers need soon. In the end no worker is left, also if
    the task that waits for the list is cancelled.
    """
    queue, results = Queue(number), {}

    async def work():
        """Do one job after another, until cancelled."""
        me = await current_task()
        while not me.cancelled:
            place, job = await queue.get()
            try:
                results[place] = await job()
            except (Exception, CancelledError) as error:
                results[place] = error
            await queue.task_done()

    workers = []
    try:
        for _ in range(number):
            workers.append(await spawn(work()))
        for place, job in enumerate(jobs):
            await queue.put((place, job))
        await queue.join()
    finally:
        async with shield():
            for worker in workers:
                await worker.cancel()
    return [results[place] for place in sorted(results)]
