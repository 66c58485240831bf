"""A socket whose methods wait in the kernel, not in the system."""
from os import strerror
from socket import SO_ERROR, SOL_SOCKET

from ghetto_asyncio.kernel.traps import close
from ghetto_asyncio.together.curio.calls import Calls
from ghetto_asyncio.together.curio.stream import FileStream, SocketStream
from ghetto_asyncio.together.curio.traps import _write_wait

__all__ = ["FileStream", "Socket", "SocketStream"]


class Socket(Calls):
    """A socket of Python's, which is never blocking."""

    async def accept(self):
        """Wait for a client; return its socket and its address."""
        client, address = await self.take()
        return type(self)(client), address

    async def connect(self, address):
        """Connect; raise OSError if that cannot be."""
        try:
            self._socket.connect(address)
        except (BlockingIOError, InterruptedError):
            await _write_wait(self._socket)
            error = self.getsockopt(SOL_SOCKET, SO_ERROR)
            if error:
                raise OSError(error, strerror(error)) from None

    async def connect_ex(self, address):
        """Connect; return 0, or the number of the error."""
        try:
            await self.connect(address)
            return 0
        except OSError as error:
            return error.errno

    async def shutdown(self, how):
        """Say that nothing more will be sent, or received."""
        self._socket.shutdown(how)

    async def close(self):
        """Close it; whoever waits for it gets an OSError."""
        await close(self._socket)

    async def __aenter__(self):
        return self

    async def __aexit__(self, kind, error, trace):
        await self.close()

    def as_stream(self):
        """Return a stream that reads from it and writes to it."""
        return SocketStream(self._socket)

    def makefile(self, mode, buffering=0):
        """Return a stream on a file of the socket's."""
        return FileStream(self._socket.makefile(mode, buffering=buffering))
