"""Cancellation that a task puts off for a while, and asks for."""
from ghetto_asyncio.kernel.traps import current_task
from ghetto_asyncio.together.curio.coroutines import coroutine_of
from ghetto_asyncio.together.curio.errors import CancelledError

__all__ = [
    "check_cancellation", "disable_cancellation", "set_cancellation",
]


class Disabled:
    """A shield whose end keeps what was raised inside for later."""

    async def __aenter__(self):
        self.task = await current_task()
        self.before, self.task.allow_cancel = self.task.allow_cancel, False
        return self

    async def __aexit__(self, kind, error, trace):
        self.task.allow_cancel = self.before
        if isinstance(error, CancelledError) and not self.before:
            self.task.cancel_pending = error
            return True


def disable_cancellation(what=None, *args):
    """Make a block that nobody stops, or call what nobody stops."""
    return call(coroutine_of(what, *args)) if what else Disabled()


async def call(coro):
    """Have a coroutine end before anything stops the task."""
    async with Disabled():
        return await coro


async def set_cancellation(error):
    """Let an error be raised soon; return the one that was to come."""
    task = await current_task()
    before, task.cancel_pending = task.cancel_pending, error
    return before


async def check_cancellation(kind=None):
    """Raise what is to come; return it if that may not be raised.

    Where a kind is given, look for no other, and forget what is found.
    """
    task = await current_task()
    error = task.cancel_pending
    if error is None or not isinstance(error, kind or BaseException):
        return None
    if kind or task.allow_cancel:
        task.cancel_pending = None
    if task.allow_cancel:
        raise error
    return error
