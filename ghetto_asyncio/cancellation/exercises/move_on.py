"""Exercise: a timeout that is no error."""
from ghetto_asyncio.cancellation.timeout import timeout_after


class move_on_after(timeout_after):
    """Give what is inside so many seconds; then go on behind it.

    `expired` says whether the time was up. The error of another
    timeout, or any other, passes.
    """

    expired = False

    async def __aexit__(self, kind, error, trace):
        raise NotImplementedError
