"""The first result of a race counts, and no task runs on."""
from ghetto_asyncio.together.nursery import Nursery


async def race(*coros):
    """Return the first result, when all others have been cancelled.

    `coros`: at least one. If one fails, even while it is cancelled,
    raise an ExceptionGroup; RuntimeError if all have been cancelled.
    """
    results = []

    async def run(coro, nursery):
        """Keep a result, and cancel the others."""
        results.append(await coro)
        await nursery.cancel()

    async with Nursery() as nursery:
        for coro in coros:
            await nursery.spawn(run(coro, nursery), coro.__name__)
    if not results:
        raise RuntimeError("all have been cancelled")
    return results[0]
