"""What plain Python may do with a stream, and what it may not."""
import os
from contextlib import contextmanager

from ghetto_asyncio.together.curio.errors import AsyncOnlyError


class Plain:
    """Lends the file; is for `async with` and `async for` only."""

    @contextmanager
    def blocking(self):
        """Lend what blocks; OSError if something was read too much."""
        if self.buffer:
            raise OSError("there are bytes in the buffer")
        os.set_blocking(self.fileno(), True)
        try:
            yield self.file
        finally:
            os.set_blocking(self.fileno(), False)

    def __enter__(self):
        raise AsyncOnlyError("use `async with`")

    def __exit__(self, kind, error, trace):
        """Nobody gets here."""

    def __iter__(self):
        raise AsyncOnlyError("use `async for`")
