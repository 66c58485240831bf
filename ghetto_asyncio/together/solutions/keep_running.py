"""Solution: the loop around the work is the child."""
from ghetto_asyncio.kernel.traps import sleep


async def keep_running(nursery, work, times, pause):
    """Have `await work()` run in a nursery; return the child's task.

    If the work fails with an Exception, begin it anew after `pause`
    seconds, up to `times` times. The failure after that is the
    nursery's. Being cancelled is no failure.
    """
    async def run():
        """Work until it is done, or has failed too often."""
        for _ in range(times):
            try:
                return await work()
            except Exception as error:
                print("begun anew after", repr(error))
            await sleep(pause)
        return await work()

    return await nursery.spawn(run(), work.__name__)
