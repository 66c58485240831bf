"""A client in callbacks: it sends and receives at the same time."""
from socket import SHUT_WR


class Client:
    """Sends data, and keeps what comes back until the end."""

    def __init__(self, loop, sock, data, at_end=None):
        self.loop = loop
        self.sock = sock
        self.unsent = memoryview(data)
        self.received = b""
        self.at_end = at_end
        sock.setblocking(False)
        loop.add_reader(sock, self.read)
        loop.add_writer(sock, self.write)

    def write(self):
        """Send what there is room for; say when it was the last."""
        try:
            self.unsent = self.unsent[self.sock.send(self.unsent):]
        except BlockingIOError:
            return
        except ConnectionError:
            return self.close()
        if not self.unsent:
            self.loop.remove_writer(self.sock)
            self.sock.shutdown(SHUT_WR)

    def read(self):
        """Keep what has come; at the end, call whoever wants to know."""
        try:
            data = self.sock.recv(65536)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        self.received += data
        if not data:
            self.close()

    def close(self):
        """Forget the socket."""
        self.loop.remove_reader(self.sock)
        self.loop.remove_writer(self.sock)
        self.sock.close()
        if self.at_end:
            self.at_end()
