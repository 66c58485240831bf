"""Each of the three calls that take time waits first, then acts."""
from select import POLLIN, POLLOUT


class Calls:
    """What a task waits for, as methods of its loop."""

    def sock_accept(self, listener):
        """Wait for a client; return its socket and its address."""
        yield listener, POLLIN
        client, address = listener.accept()
        client.setblocking(False)
        return client, address

    def sock_recv(self, sock, limit):
        """Wait for data; return at most `limit` bytes, b"" at the end."""
        yield sock, POLLIN
        return sock.recv(limit)

    def sock_sendall(self, sock, data):
        """Wait for room, again and again, until all data is sent."""
        while data:
            yield sock, POLLOUT
            data = data[sock.send(data):]
