"""A block whose time is limited, and what it raises when time is up."""
from math import inf

from ghetto_asyncio.kernel.traps import clock, current_task
from ghetto_asyncio.together.curio import errors
from ghetto_asyncio.together.curio.traps import _set_timeout, _unset_timeout


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
        deadlines = [*self.deadlines]
        self.deadlines.pop()
        if kind not in (errors.TaskTimeout, errors.TimeoutCancellationError):
            return False
        up = [when <= error.args[0] for when in deadlines]
        if not any(up):
            raise errors.UncaughtTimeoutError("a timeout from inside")
        if any(up[:-1]):
            right = errors.TimeoutCancellationError
        else:
            right = errors.TaskTimeout
            self.expired, self.result = True, self.timeout_result
            if self.ignore:
                return True
        if kind is not right:
            raise right(*error.args) from None
