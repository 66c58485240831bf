"""A loop that makes servers."""
from socket import AI_PASSIVE

from ghetto_asyncio.service import addresses
from ghetto_asyncio.service.refused import check, refuse
from ghetto_asyncio.service.serving import Server


class Loop(addresses.Loop):
    """Serves clients."""

    async def create_server(self, factory, host=None, port=None, *,
                            sock=None, backlog=100, start_serving=True,
                            reuse_address=True, family=0,
                            flags=AI_PASSIVE, **options):
        """Open doors; a protocol of the factory's serves each client."""
        refuse(options | {"reuse_address=False": reuse_address is False})
        check(sock, host, port)
        hosts = [host] if host is None or isinstance(host, str) else host
        sockets = [sock] if sock else await self.listen(
            hosts, port, family=family, flags=flags)
        for listener in sockets:
            listener.setblocking(False)
            listener.listen(backlog)
        server = Server(self, sockets, factory)
        if start_serving:
            await server.start_serving()
        return server
