"""The grace ends early if there is a second signal."""
import asyncio


async def close_up(handlers, grace, hurry):
    """Wait for handlers, as long as `grace` lasts and `hurry` isn't set.

    Then cancel those that are late, and wait for all of them.
    """
    handlers = list(handlers)
    if not handlers:
        return
    ends = [asyncio.create_task(asyncio.wait(handlers, timeout=grace)),
            asyncio.create_task(hurry.wait())]
    try:
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in ends + handlers:
            task.cancel()  # those that have ended ignore it
        await asyncio.wait(ends + handlers)
