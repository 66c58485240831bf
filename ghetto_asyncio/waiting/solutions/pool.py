"""Solution: a bounded queue stands between the jobs and the workers."""
from asyncio import CancelledError, current_task

from ghetto_asyncio.groups.taskgroup import TaskGroup
from ghetto_asyncio.waiting.queue import Queue


async def work_off(jobs, number):
    """Await `job()` for each job, with this many workers; return a list.

    It holds the results in the order of the jobs, and the error of a
    job that has failed. `jobs` may be very long: no more of it is read
    than the workers need soon. In the end no worker is left, even if
    the task that waits for the list is cancelled.
    """
    queue, results = Queue(number), {}

    async def work():
        """Do one job after another, until cancelled."""
        while True:
            place, job = await queue.get()
            try:
                results[place] = await job()
            except (Exception, CancelledError) as error:
                if current_task().cancelling():
                    raise
                results[place] = error
            queue.task_done()

    async with TaskGroup() as group:
        workers = [group.create_task(work()) for _ in range(number)]
        for place, job in enumerate(jobs):
            await queue.put((place, job))
        await queue.join()
        for worker in workers:
            worker.cancel()
    return [results[place] for place in sorted(results)]
