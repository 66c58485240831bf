"""The grace ends early if there is a second signal."""
import asyncio


async def close_up(handlers, grace, hurry):
    """Wait for handlers, as long as `grace` lasts and `hurry` isn't set.

    Then cancel those that are late, and wait for all of them.
    """
    if not handlers:
        return
    hurried = asyncio.create_task(hurry.wait())
    ended = asyncio.gather(*handlers, return_exceptions=True)
    await asyncio.wait([ended, hurried], timeout=grace,
                       return_when=asyncio.FIRST_COMPLETED)
    hurried.cancel()
    for task in handlers:
        task.cancel()  # those that have ended take no notice
    await asyncio.gather(*handlers, return_exceptions=True)
