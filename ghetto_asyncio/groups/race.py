"""The first result of a race counts, and no task runs on."""
from ghetto_asyncio.groups.taskgroup import TaskGroup


class Won(Exception):
    """Says that a child has a result, so that the others may stop."""


async def race(*coros):
    """Return the first result, when all others have been cancelled.

    `coros`: at least one. If one fails, even while it is cancelled,
    raise an ExceptionGroup; RuntimeError if all have been cancelled.
    """
    results = []

    async def run(coro):
        """Await a coroutine; keep its result, and stop the others."""
        results.append(await coro)
        raise Won

    try:
        async with TaskGroup() as group:
            for coro in coros:
                group.create_task(run(coro))
    except* Won:
        pass
    if not results:
        raise RuntimeError("all have been cancelled")
    return results[0]
