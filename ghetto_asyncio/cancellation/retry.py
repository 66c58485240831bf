"""Try again, after a pause that gets longer."""
from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.kernel.traps import sleep


async def retry(ask, seconds, pauses):
    """Give each `ask()` this many seconds; if it fails, pause, and ask again.

    Raise its last error when there is no pause left to take.
    """
    for pause in [*pauses, None]:
        try:
            async with timeout_after(seconds):
                return await ask()
        except OSError as error:
            if pause is None:
                raise
            print("once more, because of", repr(error))
        await sleep(pause)


async def retry_for(limit, ask, seconds, pauses):
    """Ask, and ask again; all attempts together have a limit."""
    async with timeout_after(limit):
        return await retry(ask, seconds, pauses)
