"""A timeout: a block that is interrupted when its time is up."""
from asyncio import CancelledError

from ghetto_asyncio.kernel.traps import trap


class TimedOut(CancelledError):
    """What a timeout raises inside its block; it says which one."""


class timeout_after:
    """Give a block this many seconds; then raise TimeoutError.

    The error inside is a TimedOut. It passes the blocks of other
    timeouts, and becomes TimeoutError where its own block ends.
    """

    def __init__(self, seconds):
        self.seconds = seconds
        self.error = TimedOut(self)

    async def __aenter__(self):
        await trap("set_timeout", self, self.seconds)
        return self

    async def __aexit__(self, kind, error, trace):
        await trap("unset_timeout", self)
        if error is self.error:
            raise TimeoutError(f"{self.seconds} s are over") from error
