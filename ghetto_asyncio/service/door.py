"""A door, and a protocol for each client who comes in."""
import asyncio

from ghetto_asyncio.service.addresses import kept
from ghetto_asyncio.service.manners import Transport


class Visit(Transport):
    """The transport of a client who came in through a door."""

    def __init__(self, server, client):
        self.server = server
        super().__init__(server.loop, client, server.factory())
        server.visits.add(self)

    def finish(self, error):
        """Tell the protocol that it is over, and the server, too."""
        try:
            super().finish(error)
        finally:
            self.server.visits.discard(self)
            self.server.look()


class Door(asyncio.AbstractServer):
    """Lets clients in, each with a new protocol of the factory's."""

    def __init__(self, loop, listeners, factory):
        self.loop, self.listeners, self.factory = loop, listeners, factory
        self.visits, self.over = set(), asyncio.Event()

    def open(self, listener):
        """Let clients in, unless the door has been shut."""
        if listener in self.listeners:
            self.loop.add_reader(listener, self.accept, listener)

    def accept(self, listener):
        """Take one client; the next round takes the next one."""
        try:
            client, _address = listener.accept()
        except (BlockingIOError, ConnectionError):
            return  # the client is gone again
        except OSError:  # no descriptor is left: rest, or we would spin
            self.loop.remove_reader(listener)
            self.loop.call_later(1, self.open, listener)
            raise
        with kept(client):
            client.setblocking(False)
            Visit(self, client)

    def close(self):
        """Shut the door; the clients who are inside may stay."""
        while self.listeners:
            listener = self.listeners.pop()
            self.loop.remove_reader(listener)
            listener.close()
        self.look()

    def look(self):
        """Set `over` if the door is shut and the last client has left."""
        if not self.listeners and not self.visits:
            self.over.set()
