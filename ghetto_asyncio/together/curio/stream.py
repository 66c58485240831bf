"""Streams: one on a socket, and one on a file that has a descriptor."""
from ghetto_asyncio.kernel.traps import close
from ghetto_asyncio.together.curio.plain import Plain
from ghetto_asyncio.together.curio.traps import _read_wait, _write_wait
from ghetto_asyncio.together.curio.whole import Whole, telling


class Stream(Plain, Whole):
    """Reads and writes; `take` and `give` name what does so at once."""

    def __init__(self, file):
        super().__init__()
        self.file, self.fileno = file, file.fileno

    async def attempt(self, name, wait, what):
        """Do it as soon as it can be done at once."""
        while True:
            try:
                done = getattr(self.file, name)(what)
            except BlockingIOError:
                done = None
            if done is not None:
                return done
            await wait(self.file)

    async def more(self, size):
        """Return at most so many bytes that are not in the buffer."""
        return await self.attempt(self.take, _read_wait, size)

    async def write(self, data):
        """Write all; return how many bytes. Whoever stops that is told."""
        rest = memoryview(data).cast("B")
        size = len(rest)
        with telling("bytes_written", lambda: size - len(rest)):
            while rest:
                rest = rest[await self.attempt(self.give, _write_wait, rest):]
        return size

    async def writelines(self, lines):
        """Write all lines."""
        size = 0
        for line in lines:
            try:
                size += await self.write(line)
            except BaseException as error:
                error.bytes_written = size + getattr(error, "bytes_written", 0)
                raise

    async def flush(self):
        """Do nothing: it keeps nothing that was written."""

    async def close(self):
        """Close it; whoever waits for it gets an OSError."""
        await close(self.file)

    async def __aenter__(self):
        return self

    async def __aexit__(self, kind, error, trace):
        await self.close()


class SocketStream(Stream):
    """What can be read from a socket, and written to it."""

    take, give = "recv", "send"


class FileStream(Stream):
    """What can be read from a file, and written to it."""

    take, give = "read", "write"
