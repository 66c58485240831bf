"""A host has a name, and for its name one address or several."""
import asyncio
import socket
from contextlib import ExitStack, contextmanager
from errno import EADDRNOTAVAIL, EAFNOSUPPORT

from ghetto_asyncio.service import threads


@contextmanager
def kept(sock):
    """Lend a socket, and close it if the block fails."""
    try:
        yield sock
    except BaseException:
        sock.close()
        raise


class Loop(threads.Loop):
    """Asks for addresses, and listens at them."""

    async def getaddrinfo(self, *args, **options):
        """Ask for addresses, which may take seconds, in a thread."""
        return await asyncio.to_thread(socket.getaddrinfo, *args, **options)

    async def getnameinfo(self, sockaddr, flags=0):
        """Ask for the name of an address, in a thread, too."""
        return await asyncio.to_thread(socket.getnameinfo, sockaddr, flags)

    async def listen(self, hosts, *args, **options):
        """Return a socket for each address; raise OSError if one is taken."""
        found = {}
        for host in hosts:
            found |= dict.fromkeys(await self.getaddrinfo(
                host or None, *args, type=socket.SOCK_STREAM, **options))
        opened, absent = [], None
        with ExitStack() as undo:
            for family, _type, _proto, _name, address in found:
                try:
                    sock = socket.create_server(address, family=family)
                    opened.append(undo.enter_context(sock))
                except OSError as error:
                    if error.errno not in (EADDRNOTAVAIL, EAFNOSUPPORT):
                        raise
                    absent = error  # this machine may have no IPv6
            if not opened:
                raise absent or OSError("there is no address")
            undo.pop_all()
        return opened
