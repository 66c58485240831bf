"""Several coroutines at once, on a kernel."""
from ghetto_asyncio.kernel.traps import spawn


async def gather(*coros):
    """Run coroutines as tasks; return their results, in order."""
    tasks = [await spawn(coro) for coro in coros]
    return [await task.join() for task in tasks]
