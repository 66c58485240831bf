"""Solution: join a task that has certainly ended."""
from ghetto_asyncio.kernel.traps import schedule, spawn


async def end():
    """End in the first turn."""


async def join_too_late():
    """Join a task in the round after its end."""
    task = await spawn(end())
    await schedule()
    await schedule()
    await task.join()
    return "all is well"


def forgets(kernel):
    """Return whether a kernel forgets a parent that joins too late."""
    return kernel.run(join_too_late()) is None
