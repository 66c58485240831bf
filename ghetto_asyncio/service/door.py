"""A door, and a protocol for each client who comes in."""
import asyncio
from contextlib import closing

from ghetto_asyncio.service.manners import Transport


class Server(asyncio.AbstractServer):
    """Lets clients in, each with a new protocol of the factory's."""

    def __init__(self, loop, listener, factory):
        self.loop, self.factory, self.sockets = loop, factory, [listener]
        listener.setblocking(False)
        self.open(listener)

    def open(self, listener):
        """Let clients in, unless the door has been shut."""
        if listener in self.sockets:
            self.loop.add_reader(listener, self.accept, listener)

    def accept(self, listener):
        """Take one client; the next round takes the next one."""
        try:
            client, _address = listener.accept()
        except (BlockingIOError, ConnectionError):
            return
        except OSError as error:  # no descriptor is left: rest a second
            print("nobody can come in:", error.strerror)
            self.loop.remove_reader(listener)
            return self.loop.call_later(1, self.open, listener)
        client.setblocking(False)
        Transport(self.loop, client, self.factory())

    def is_serving(self):
        """Return whether anybody can come in."""
        return bool(self.sockets)

    def close(self):
        """Shut the door; the clients who are inside may stay."""
        while self.sockets:
            with closing(self.sockets.pop()) as listener:
                self.loop.remove_reader(listener)

    def get_loop(self):
        """Return the loop that lets clients in."""
        return self.loop

    async def start_serving(self):
        """Do nothing: the door is open already."""

    async def wait_closed(self):
        """Do not wait for the clients who are inside."""
