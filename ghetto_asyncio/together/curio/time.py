"""Sleep, and calls and blocks whose time is limited."""
from ghetto_asyncio.kernel import traps
from ghetto_asyncio.kernel.traps import clock, schedule
from ghetto_asyncio.together.curio.coroutines import coroutine_of
from ghetto_asyncio.together.curio.limits import Limited

__all__ = ["clock", "ignore_after", "schedule", "sleep", "timeout_after"]


async def sleep(seconds):
    """Go on in so many seconds; give way at least. Return the time."""
    if seconds > 0:
        await traps.sleep(seconds)
    else:
        await schedule()
    return await clock()


def timeout_after(seconds, what=None, *args):
    """Limit a block, or a call, with TaskTimeout at the end of time."""
    return limit(Limited(seconds), what, args)


def ignore_after(seconds, what=None, *args, timeout_result=None):
    """Limit a block, or a call; go on after it when time is up."""
    return limit(Limited(seconds, True, timeout_result), what, args)


def limit(block, what, args):
    """Return the block, or a coroutine for what is called in it."""
    return call(block, coroutine_of(what, *args)) if what else block


async def call(block, coro):
    """Run a coroutine in a block; return its result, or the block's."""
    async with block:
        return await coro
    return block.result
