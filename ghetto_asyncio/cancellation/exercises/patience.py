"""Exercise: patience that is renewed."""
from ghetto_asyncio.cancellation.timeout import timeout_after


class patience(timeout_after):
    """A timeout that counts from the last time it was renewed."""

    async def renew(self):
        """Give what is inside all the seconds once more.

        If the time is up already and the error has not been raised
        yet, it never will be.
        """
        raise NotImplementedError
