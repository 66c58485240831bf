"""Solution: a room where a slow reader stops nobody."""
import socket
from contextlib import suppress
from selectors import EVENT_WRITE


class Room:
    """Everybody gets what the others say, or has to leave."""

    def __init__(self, loop, limit=65536):
        self.loop = loop
        self.limit = limit
        self.unsent = {}

    def member(self, client):
        """Pass on what a client says; this is a task."""
        self.unsent[client] = bytearray()
        with client:
            with suppress(OSError):
                try:
                    recv = self.loop.sock_recv
                    while data := (yield from recv(client, 1024)):
                        self.say(client, data)
                finally:
                    del self.unsent[client]
                    hang_up(client)
            yield client, EVENT_WRITE  # its writer comes first

    def say(self, speaker, data):
        """Keep the data for the others; slow readers have to leave."""
        for client, unsent in self.unsent.items():
            if client is not speaker:
                if not unsent:
                    self.loop.create_task(self.write(client))
                unsent += data
                if len(unsent) > self.limit:
                    hang_up(client)

    def write(self, client):
        """Send what is kept for a client; this is a task."""
        with suppress(OSError):
            while unsent := self.unsent.get(client):
                try:
                    del unsent[:client.send(unsent)]
                except BlockingIOError:
                    yield client, EVENT_WRITE


def hang_up(client):
    """End both directions; whoever waits for the client is woken."""
    with suppress(OSError):
        client.shutdown(socket.SHUT_RDWR)
