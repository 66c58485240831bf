"""A way out: connections to the first address that answers."""
import asyncio
import socket

from ghetto_asyncio.service import server
from ghetto_asyncio.service.addresses import kept
from ghetto_asyncio.service.manners import Transport
from ghetto_asyncio.service.refused import check, refuse


class Loop(server.Loop):
    """Connects to servers, too."""

    async def create_connection(self, factory, host=None, port=None, *,
                                sock=None, family=0, proto=0, flags=0,
                                **options):
        """Connect; return a transport and a protocol of the factory's."""
        refuse(options)
        check(sock, host, port)
        if sock is None:
            sock = await self.connect(await self.getaddrinfo(
                host, port, family=family, type=socket.SOCK_STREAM,
                proto=proto, flags=flags))
        return await self.connect_accepted_socket(factory, sock)

    async def connect(self, addresses):
        """Return a socket that is connected, or raise the last error."""
        refused = OSError("there is no address")
        try:
            for *kind, _name, address in addresses:
                try:
                    with kept(socket.socket(*kind)) as sock:
                        sock.setblocking(False)
                        await self.sock_connect(sock, address)
                    return sock
                except OSError as error:
                    refused = error
            raise refused
        finally:
            refused = None

    async def connect_accepted_socket(self, factory, sock, **options):
        """Make a transport and a protocol for a connected socket."""
        refuse(options)
        check(sock)
        with kept(sock):
            sock.setblocking(False)
            transport = Transport(self, sock, factory())
        try:
            await asyncio.sleep(0)  # connection_made() comes first
        except BaseException:
            transport.abort()
            raise
        return transport, transport.get_protocol()
