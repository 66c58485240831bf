"""Solution: leave the block, and enter it again."""
from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.kernel.traps import trap


class patience(timeout_after):
    """A timeout that counts from the last time it was renewed."""

    async def renew(self):
        """Give what is inside all the seconds once more.

        If the time is up already and the error has not been raised
        yet, it never will be.
        """
        await trap("unset_timeout", self)
        await trap("set_timeout", self, self.seconds)
