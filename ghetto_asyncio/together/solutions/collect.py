"""Solution: when the block has been left, every result is there."""
from ghetto_asyncio.together.nursery import Nursery


async def collect(*coros):
    """Run coroutines at once; return the list of their results.

    If one fails, the others are cancelled, and an ExceptionGroup is
    raised when they have ended.
    """
    async with Nursery() as nursery:
        children = [await nursery.spawn(coro) for coro in coros]
    return [child.outcome() for child in children]
