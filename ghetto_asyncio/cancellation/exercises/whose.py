"""Exercise: whose error is it?"""


async def fate(task):
    """Wait for the end of a task, and say how it ended.

    Return "value", "cancelled", or "failed". Whoever waits here may be
    cancelled, too, or run out of time, and that error must pass.
    """
    raise NotImplementedError
