"""Reading to the end, or as much as was asked for."""
from contextlib import contextmanager

from ghetto_asyncio.together.curio.errors import CancelledError
from ghetto_asyncio.together.curio.reader import Reader


@contextmanager
def telling(name, value):
    """Write on the error that stops a block how far the block has come."""
    try:
        yield
    except CancelledError as error:
        setattr(error, name, value())
        raise


class Whole(Reader):
    """Reads on; whoever stops that is told what there was so far."""

    async def readall(self):
        """Return all there is until the end."""
        data = bytearray()
        with telling("bytes_read", lambda: bytes(data)):
            while found := await self.read():
                data += found
        return bytes(data)

    async def read_exactly(self, size):
        """Return so many bytes; raise EOFError if there are fewer."""
        data = bytearray()
        with telling("bytes_read", lambda: bytes(data)):
            while len(data) < size:
                found = await self.read(size - len(data))
                if not found:
                    error = EOFError("the end came too early")
                    error.bytes_read = bytes(data)
                    raise error
                data += found
        return bytes(data)

    async def readlines(self):
        """Return all lines until the end."""
        lines = []
        with telling("lines_read", lambda: lines):
            while line := await self.readline():
                lines.append(line)
        return lines
