"""A thousand jobs, ten at a time, with ten tasks."""
import asyncio


async def with_workers(number, function, items):
    """Await `function(item)` for each item; return a list of results.

    `number`: how many tasks share the items, at least one. If one fails,
    the others are cancelled, and an ExceptionGroup is raised.
    """
    jobs, results = enumerate(items), {}

    async def work():
        """Take the next job as long as there is one."""
        for index, item in jobs:
            results[index] = await function(item)

    async with asyncio.TaskGroup() as group:
        workers = [group.create_task(work()) for _ in range(number)]
    for worker in workers:
        worker.result()  # a group is silent about a cancelled worker
    return [results[index] for index in range(len(results))]
