"""A race: the first result counts, and nobody runs on."""
from ghetto_asyncio.together.nursery import Nursery


async def race(*coros):
    """Return the first result, when all others have been cancelled.

    `coros`: at least one. If somebody fails, even on the way home,
    raise an ExceptionGroup; RuntimeError if all have been cancelled.
    """
    results = []

    async def run(coro, nursery):
        """Have somebody arrive, and send the others home."""
        results.append(await coro)
        await nursery.cancel()

    async with Nursery() as nursery:
        for coro in coros:
            await nursery.spawn(run(coro, nursery), coro.__name__)
    if not results:
        raise RuntimeError("all have been cancelled")
    return results[0]
