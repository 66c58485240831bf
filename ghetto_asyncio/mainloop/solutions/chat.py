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
        self.unsent[client] = b""
        with client:
            with suppress(ConnectionError):
                while data := (yield from self.loop.sock_recv(client, 1024)):
                    self.say(client, data)
            del self.unsent[client]
            with suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)
            yield client, EVENT_WRITE  # its writer comes first

    def say(self, speaker, data):
        """Keep it for the others; slow readers have to leave."""
        for client in self.unsent:
            if client is not speaker:
                if not self.unsent[client]:
                    self.loop.create_task(self.write(client))
                self.unsent[client] += data
                if len(self.unsent[client]) > self.limit:
                    with suppress(OSError):
                        client.shutdown(socket.SHUT_RDWR)

    def write(self, client):
        """Send what is kept for a client; this is a task."""
        with suppress(ConnectionError):
            while data := self.unsent.get(client):
                try:
                    self.unsent[client] = data[client.send(data):]
                except BlockingIOError:
                    yield client, EVENT_WRITE
