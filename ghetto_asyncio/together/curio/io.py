"""A socket whose methods wait in the kernel, not in the system."""
from contextlib import contextmanager
from os import strerror
from socket import SO_ERROR, SOL_SOCKET

from ghetto_asyncio.kernel.traps import close
from ghetto_asyncio.together.curio.errors import CancelledError
from ghetto_asyncio.together.curio.stream import FileStream, SocketStream
from ghetto_asyncio.together.curio.traps import _read_wait, _write_wait

__all__ = ["FileStream", "Socket", "SocketStream"]


def waiting(wait, name):
    """Make a method that tries what a socket can, and waits if need be."""
    async def method(self, *args):
        while True:
            try:
                return getattr(self._socket, name)(*args)
            except (BlockingIOError, InterruptedError):
                await wait(self._socket)

    method.__name__, method.__doc__ = name, f"Wait, if need be, to {name}."
    return method


class Socket:
    """A socket of Python's, which is never blocking."""

    recv = waiting(_read_wait, "recv")
    recv_into = waiting(_read_wait, "recv_into")
    recvfrom = waiting(_read_wait, "recvfrom")
    recvfrom_into = waiting(_read_wait, "recvfrom_into")
    recvmsg = waiting(_read_wait, "recvmsg")
    send = waiting(_write_wait, "send")
    sendto = waiting(_write_wait, "sendto")
    sendmsg = waiting(_write_wait, "sendmsg")
    take = waiting(_read_wait, "accept")

    def __init__(self, sock):
        self._socket = sock
        sock.setblocking(False)

    def __getattr__(self, name):
        return getattr(self._socket, name)

    async def accept(self):
        """Wait for a client; return its socket and its address."""
        client, address = await self.take()
        return type(self)(client), address

    async def sendall(self, data, flags=0):
        """Send all; whoever stops that gets told how much was sent."""
        rest = memoryview(data).cast("B")
        size = len(rest)
        try:
            while rest:
                rest = rest[await self.send(rest, flags):]
        except CancelledError as error:
            error.bytes_sent = size - len(rest)
            raise

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
        except OSError as error:
            return error.errno
        return 0

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
