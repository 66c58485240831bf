"""Solution: when the block has been left, every result is there."""
from ghetto_asyncio.groups.taskgroup import TaskGroup


async def collect(*coros):
    """Run coroutines all at once; return the list of their results.

    If one fails, the others are cancelled, and an ExceptionGroup is
    raised when they have ended.
    """
    async with TaskGroup() as group:
        children = [group.create_task(coro) for coro in coros]
    return [child.result() for child in children]
