"""A pool of your own, and the user is not lost."""
import asyncio
from contextvars import copy_context


async def in_pool(pool, function, *args):
    """Call a function in a thread of this pool; return its result.

    The function sees the context variables of the task that calls it.
    """
    loop = asyncio.get_running_loop()
    context = copy_context()
    return await loop.run_in_executor(pool, context.run, function, *args)
