"""Solution: the block's own TimeoutError goes no further."""
from ghetto_asyncio.limits.timeout import timeout


class move_on_after(timeout):
    """Give a block this many seconds; then go on after it.

    `expired` says whether the time was up. The error of another
    timeout, or any other, passes.
    """

    expired = False

    async def __aexit__(self, kind, error, trace):
        try:
            await super().__aexit__(kind, error, trace)
        except TimeoutError:
            self.expired = True
        return self.expired
