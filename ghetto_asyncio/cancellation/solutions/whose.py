"""Solution: compare the error itself, and not its class."""
from asyncio import CancelledError


async def fate(task):
    """Wait for the end of a task, and say how it ended.

    Return "value", "cancelled", or "failed". Whoever waits here may be
    cancelled, too, or run out of time, and that error must pass.
    """
    try:
        await task.join()
    except BaseException as error:
        if error is not task.error:
            raise
        cancelled = isinstance(error, CancelledError)
        return "cancelled" if cancelled else "failed"
    return "value"
