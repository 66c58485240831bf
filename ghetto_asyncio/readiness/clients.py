"""What a server does when it is a socket's turn."""
from math import inf


class Clients:
    """The clients of an echo server, and what it owes them."""

    def __init__(self, listener, expected=inf):
        listener.setblocking(False)
        self.listener = listener
        self.expected = expected
        self.owed = {}

    def reading(self):
        """Give the sockets that we want to read from."""
        listeners = [self.listener] if self.expected else []
        return listeners + [c for c in self.owed if not self.owed[c]]

    def writing(self):
        """Give the sockets that we owe something."""
        return [client for client in self.owed if self.owed[client]]

    def attend(self, sock):
        """Do one thing, or raise BlockingIOError."""
        if sock is self.listener:
            client, _address = sock.accept()
            client.setblocking(False)
            self.expected -= 1
            self.owe(client, b"")
        else:
            self.exchange(sock)

    def exchange(self, client):
        """Send what we owe, or receive if we owe nothing."""
        try:
            if owed := self.owed[client]:
                self.owe(client, owed[client.send(owed):])
            elif data := client.recv(1024):
                self.owe(client, data)
            else:
                self.drop(client)
        except ConnectionError:
            self.drop(client)

    def owe(self, client, data):
        """Keep what the client is to get."""
        self.owed[client] = data

    def drop(self, client):
        """Forget a client that has gone."""
        del self.owed[client]
        client.close()

    def close(self):
        """Drop everybody."""
        for client in list(self.owed):
            self.drop(client)
