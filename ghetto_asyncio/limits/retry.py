"""Try again, after a pause that gets longer."""
from asyncio import current_task, sleep, timeout


async def retry(ask, seconds, pauses):
    """Give each `ask()` this many seconds; if it fails, pause, and ask again.

    Raise its last error when there is no pause left to take, or
    when the task has been told to stop meanwhile.
    """
    before = current_task().cancelling()
    for pause in [*pauses, None]:
        try:
            async with timeout(seconds):
                return await ask()
        except OSError as error:
            stopped = current_task().cancelling() > before
            if pause is None or stopped:
                raise
            print("once more, because of", repr(error))
        await sleep(pause)


async def retry_for(limit, ask, seconds, pauses):
    """Ask, and ask again; all attempts together have a limit."""
    async with timeout(limit):
        return await retry(ask, seconds, pauses)
