"""A server that is started, waited for, and ended, as asyncio's are."""
from asyncio.trsock import TransportSocket

from ghetto_asyncio.service.door import Door


class Server(Door):
    """Does what asyncio's servers can do."""

    serving, forever = False, None

    @property
    def sockets(self):
        """Return the sockets that listen, to be looked at only."""
        return tuple(map(TransportSocket, self.listeners))

    def get_loop(self):
        """Return the loop that lets clients in."""
        return self.loop

    def is_serving(self):
        """Return whether clients are let in."""
        return self.serving and bool(self.listeners)

    async def start_serving(self):
        """Let clients in from now on; not if the door has been shut."""
        if not self.listeners:
            raise RuntimeError("the server is closed")
        self.serving = True
        for listener in self.listeners:
            self.open(listener)

    async def serve_forever(self):
        """Let clients in until this is cancelled, or the door is shut.

        Then wait until the last client has left; raise CancelledError.
        """
        if self.forever:
            raise RuntimeError("serve_forever() is being awaited already")
        await self.start_serving()
        self.forever = self.loop.create_future()
        try:
            await self.forever
        finally:
            self.forever = None
            self.close()
            await self.wait_closed()

    def close(self):
        """Shut the door, and end serve_forever(); clients may stay."""
        super().close()
        if self.forever:
            self.forever.cancel()

    def close_clients(self):
        """Hang up on all clients, when what is written has been sent."""
        for visit in list(self.visits):
            visit.close()

    def abort_clients(self):
        """Hang up on all clients at once."""
        for visit in list(self.visits):
            visit.abort()

    async def wait_closed(self):
        """Wait until the door is shut and the last client has left."""
        await self.over.wait()
