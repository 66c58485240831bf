"""The three calls that take time: an event is a hint, so each tries."""
from selectors import EVENT_READ, EVENT_WRITE


class Calls:
    """What a task waits for, as methods of its loop."""

    def sock_accept(self, listener):
        """Wait for a client; return its socket and its address."""
        while True:
            yield listener, EVENT_READ
            try:
                client, address = listener.accept()
                client.setblocking(False)
                return client, address
            except BlockingIOError:
                continue

    def sock_recv(self, sock, limit):
        """Wait for data; return at most `limit` bytes, b"" at the end."""
        while True:
            yield sock, EVENT_READ
            try:
                return sock.recv(limit)
            except BlockingIOError:
                continue

    def sock_sendall(self, sock, data):
        """Send all data; wait for room whenever there is none."""
        rest = memoryview(data).cast("B")
        while rest:
            try:
                rest = rest[sock.send(rest):]
            except BlockingIOError:
                yield sock, EVENT_WRITE
