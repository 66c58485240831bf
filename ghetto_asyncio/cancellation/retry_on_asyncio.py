"""Try again, after a pause that gets longer, on asyncio."""
from asyncio import sleep, timeout


async def retry(ask, seconds, pauses):
    """Give `ask()` so many seconds; pause, and try again.

    Raise its last error when there is no pause left to take.
    """
    for pause in [*pauses, None]:
        try:
            async with timeout(seconds):
                return await ask()
        except OSError as error:
            if pause is None:
                raise
            print("once more, because of", repr(error))
        await sleep(pause)


async def retry_for(limit, ask, seconds, pauses):
    """Do the same, for so many seconds in all."""
    async with timeout(limit):
        return await retry(ask, seconds, pauses)
