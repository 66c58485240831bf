"""Time as curio's tasks see it: sleep, and blocks whose time is limited."""
from math import inf

from ghetto_asyncio.kernel.traps import clock, current_task, schedule
from ghetto_asyncio.kernel import traps
from ghetto_asyncio.together.curio.coroutines import coroutine_of
from ghetto_asyncio.together.curio.errors import (
    TaskTimeout, TimeoutCancellationError, UncaughtTimeoutError,
)
from ghetto_asyncio.together.curio.traps import _set_timeout, _unset_timeout

__all__ = ["clock", "ignore_after", "schedule", "sleep", "timeout_after"]


async def sleep(seconds):
    """Go on in so many seconds; give way at least. Return the time."""
    if seconds > 0:
        await traps.sleep(seconds)
    else:
        await schedule()
    return await clock()


class Limited:
    """A block that has so many seconds; None is no limit of its own."""

    expired, result = False, True

    def __init__(self, seconds, ignore=False, timeout_result=None):
        self.seconds, self.ignore = seconds, ignore
        self.timeout_result = timeout_result

    async def __aenter__(self):
        when = None
        if self.seconds is not None:
            when = await clock() + self.seconds
        self.deadlines = (await current_task()).deadlines
        self.deadlines.append(inf if when is None else when)
        self.before = await _set_timeout(when)
        return self

    async def __aexit__(self, kind, error, trace):
        await _unset_timeout(self.before)
        around = [*self.deadlines]
        self.deadlines.pop()
        if kind not in (TaskTimeout, TimeoutCancellationError):
            return False
        up = [when <= error.args[0] for when in around]
        if not any(up):
            raise UncaughtTimeoutError("nobody caught what came from inside")
        right = TimeoutCancellationError if any(up[:-1]) else TaskTimeout
        if right is TaskTimeout:
            self.expired, self.result = True, self.timeout_result
            if self.ignore:
                return True
        if kind is not right:
            raise right(*error.args) from None


def timeout_after(seconds, what=None, *args):
    """Limit a block, or a call, with TaskTimeout at the end of time."""
    return limit(Limited(seconds), what, args)


def ignore_after(seconds, what=None, *args, timeout_result=None):
    """Limit a block, or a call; go on behind it when time is up."""
    return limit(Limited(seconds, True, timeout_result), what, args)


def limit(block, what, args):
    """Return the block, or a coroutine for what is called in it."""
    return call(block, coroutine_of(what, *args)) if what else block


async def call(block, coro):
    """Run a coroutine in a block; return its result, or the block's."""
    async with block:
        return await coro
    return block.result
