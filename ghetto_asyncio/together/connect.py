"""Connecting, for tasks of a kernel: ask, wait, and see how it went."""
from errno import EINPROGRESS
from os import strerror
from socket import SO_ERROR, SOL_SOCKET, socket

from ghetto_asyncio.kernel.traps import write_wait


async def connect(address):
    """Return a socket that is connected to an IPv4 address and a port."""
    sock = socket()
    try:
        sock.setblocking(False)
        number = sock.connect_ex(address)
        if number == EINPROGRESS:
            await write_wait(sock)
            number = sock.getsockopt(SOL_SOCKET, SO_ERROR)
        if number:
            raise OSError(number, strerror(number))
    except BaseException:
        sock.close()
        raise
    return sock
