"""Exercise: many may read a book at once, but only one may write."""
from contextlib import asynccontextmanager


class ReadWriteLock:
    """For `async with lock.reading()` and `async with lock.writing()`.

    There may be many readers at once, or one writer and no reader. Who
    comes first goes first: a reader waits behind a writer who waits.
    """

    @asynccontextmanager
    async def reading(self):
        """Read inside, perhaps with others."""
        raise NotImplementedError
        yield

    @asynccontextmanager
    async def writing(self):
        """Write inside, alone."""
        raise NotImplementedError
        yield
