"""A server that can be waited for, and a loop that makes it."""
from socket import AI_PASSIVE

from ghetto_asyncio.service import addresses
from ghetto_asyncio.service.door import Door


class Server(Door):
    """What asyncio's servers can do."""

    serving = False

    def get_loop(self):
        """Return the loop that lets clients in."""
        return self.loop

    def is_serving(self):
        """Return whether clients are let in."""
        return self.serving and bool(self.sockets)

    async def start_serving(self):
        """Let clients in from now on."""
        self.serving = True
        for listener in self.sockets:
            self.open(listener)

    async def serve_forever(self):
        """Let clients in, until this is cancelled or the door is shut."""
        await self.start_serving()
        try:
            await self.over.wait()
        finally:
            self.close()

    async def wait_closed(self):
        """Wait until the door is shut and the last client has left."""
        await self.over.wait()


def refuse(options):
    """Say no to what we can't do, rather than forget that it was asked."""
    for name in (name for name, wanted in options.items() if wanted):
        raise NotImplementedError(f"this loop has no {name}")


class Loop(addresses.Loop):
    """Serves clients."""

    async def create_server(self, factory, host=None, port=None, *,
                            sock=None, backlog=100, start_serving=True,
                            reuse_address=True, family=0,
                            flags=AI_PASSIVE, **options):
        """Open doors; a protocol of the factory's serves each client."""
        refuse(options | {"reuse_address=False": reuse_address is False})
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
