"""A thousand jobs, ten at a time, in plain asyncio."""
import asyncio


async def at_most(number, function, items):
    """Await `function(item)` for each item; return a list of results.

    `number`: how many may run at a time. If one fails, the others are
    cancelled, and an ExceptionGroup is raised.
    """
    slots = asyncio.Semaphore(number)

    async def one(item):
        """Wait for a slot, and do one job."""
        async with slots:
            return await function(item)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(item)) for item in items]
    return [task.result() for task in tasks]
