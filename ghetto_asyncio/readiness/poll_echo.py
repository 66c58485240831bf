"""The same server with poll(): the list of sockets is kept."""
import select
from contextlib import closing, suppress
from math import inf

from ghetto_asyncio.descriptors.command_line import listening
from ghetto_asyncio.readiness.clients import Clients


class Polled(Clients):
    """Clients that a poll object watches for us."""

    def __init__(self, listener, expected):
        super().__init__(listener, expected)
        self.sockets = {listener.fileno(): listener}
        self.poll = select.poll()
        self.poll.register(listener, select.POLLIN)

    def owe(self, client, data):
        """Watch a client for writing while we owe it bytes."""
        event = select.POLLOUT if data else select.POLLIN
        if client in self.owed:
            self.poll.modify(client, event)
        else:
            self.poll.register(client, event)
            self.sockets[client.fileno()] = client
        super().owe(client, data)

    def drop(self, client):
        """Unregister first: a closed socket has no number."""
        self.forget(client)
        super().drop(client)

    def forget(self, sock):
        """Watch a socket no more."""
        self.poll.unregister(sock)
        del self.sockets[sock.fileno()]


def serve(listener, clients=inf):
    """Echo until so many clients have come and gone."""
    with closing(Polled(listener, clients)) as server:
        while server.sockets:
            for number, _events in server.poll.poll():
                with suppress(BlockingIOError):
                    server.attend(server.sockets[number])
            if not server.expected and listener.fileno() in server.sockets:
                server.forget(listener)


if __name__ == "__main__":
    with listening("readiness.poll_echo") as listener:
        serve(listener)
