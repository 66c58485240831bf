"""A transport calls its protocol when data has come."""
import asyncio
from asyncio.trsock import TransportSocket
from socket import AF_UNIX, IPPROTO_TCP, TCP_NODELAY

LIMIT = 256 * 1024


class Reading(asyncio.Transport):
    """The half that reads: data_received(), eof_received(), pauses."""

    closing = paused = False

    def __init__(self, loop, sock, protocol):
        super().__init__({"socket": TransportSocket(sock)})
        if sock.family != AF_UNIX:
            sock.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)  # small pieces go now
        self.loop, self.sock, self.protocol = loop, sock, protocol
        loop.call_soon(self.begin)

    def begin(self):
        """Introduce us to the protocol, then listen."""
        self.protocol.connection_made(self)
        if not self.paused:
            self.resume_reading()

    def on_data(self):
        """Hand on what has come; an error ends this connection only."""
        try:
            data = self.sock.recv(LIMIT)
            if data:
                return self.protocol.data_received(data)
            self.loop.remove_reader(self.sock)
            if not self.protocol.eof_received():
                self.close()
        except BlockingIOError:
            pass
        except Exception as error:
            self.fail(error)

    def pause_reading(self):
        """Leave what comes where it is: with the operating system."""
        self.paused = True
        self.loop.remove_reader(self.sock)

    def resume_reading(self):
        """Read on."""
        self.paused = False
        if not self.closing:
            self.loop.add_reader(self.sock, self.on_data)
