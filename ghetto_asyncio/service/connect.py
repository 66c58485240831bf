"""A way out: addresses, and connections."""
import asyncio
import socket

from ghetto_asyncio.service import server
from ghetto_asyncio.service.manners import Transport


class Loop(server.Loop):
    """Connects, too."""

    def getaddrinfo(self, *args, **options):
        """Ask for addresses, which may take seconds, in a thread."""
        return asyncio.to_thread(socket.getaddrinfo, *args, **options)

    async def create_connection(self, factory, host=None, port=None, *,
                                sock=None, ssl=None, family=0, **options):
        """Connect to the first address that answers."""
        if ssl:
            raise NotImplementedError("this loop speaks no TLS")
        if sock is None:
            sock = await self.connect(await self.getaddrinfo(
                host, port, family=family, type=socket.SOCK_STREAM))
        return await self.connect_accepted_socket(factory, sock)

    async def connect(self, addresses):
        """Return a socket that is connected, or raise the last error."""
        for *kind, _name, address in addresses:
            sock = socket.socket(*kind)
            sock.setblocking(False)
            try:
                await self.sock_connect(sock, address)
                return sock
            except OSError as error:
                sock.close()
                refused = error
            except BaseException:
                sock.close()
                raise
        raise refused

    async def connect_accepted_socket(self, factory, sock, **options):
        """Make a transport and a protocol for a connected socket."""
        sock.setblocking(False)
        protocol = factory()
        transport = Transport(self, sock, protocol)
        await asyncio.sleep(0)  # connection_made() comes first
        return transport, protocol
