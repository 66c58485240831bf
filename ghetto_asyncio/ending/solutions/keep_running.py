"""Solution: the loop around the work is the child."""
from asyncio import sleep


def keep_running(group, work, times, pause):
    """Have `await work()` run in a group; return the child's task.

    If the work fails with an Exception, begin it anew after `pause`
    seconds, up to `times` times. The failure after that reaches
    the group. Being cancelled is no failure.
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

    return group.create_task(run(), name=work.__name__)
