"""What a socket does as soon as it can be done at once."""
from ghetto_asyncio.together.curio.errors import CancelledError
from ghetto_asyncio.together.curio.traps import _read_wait, _write_wait


def waiting(wait, name):
    """Make a method that tries what a socket can, and waits if need be."""
    async def method(self, *args):
        """Try, and wait, until it can be done."""
        while True:
            try:
                return getattr(self._socket, name)(*args)
            except (BlockingIOError, InterruptedError):
                await wait(self._socket)

    method.__name__ = name
    return method


class Calls:
    """Has the methods of a socket, each of which may wait."""

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
