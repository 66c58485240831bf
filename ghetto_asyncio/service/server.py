"""A loop that opens doors."""
import socket

from ghetto_asyncio.service import threads
from ghetto_asyncio.service.door import Server


class Loop(threads.Loop):
    """Serves clients."""

    async def create_server(self, factory, host=None, port=None, *,
                            sock=None, backlog=100, ssl=None, **options):
        """Open a door; return the server that stands behind it."""
        if ssl:
            raise NotImplementedError("this loop speaks no TLS")
        if sock is None:
            sock = socket.create_server((host or "", port), backlog=backlog)
        sock.listen(backlog)
        return Server(self, sock, factory)
