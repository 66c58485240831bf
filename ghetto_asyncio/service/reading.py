"""A transport calls its protocol when data has come."""
import asyncio
from asyncio.trsock import TransportSocket
from contextlib import suppress
from socket import IPPROTO_TCP, TCP_NODELAY

LIMIT = 256 * 1024


class Reading(asyncio.Transport):
    """The half that reads: data_received(), eof_received(), pauses."""

    closing = paused = at_end = False

    def __init__(self, loop, sock, protocol):
        super().__init__({"socket": TransportSocket(sock)})
        with suppress(OSError):  # a Unix socket has no such option
            sock.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        self.loop, self.sock, self.protocol = loop, sock, protocol
        loop.call_soon(self.begin)

    def begin(self):
        """Call connection_made(), then begin to read."""
        self.tell("connection_made", self)
        if not self.paused:
            self.resume_reading()

    def tell(self, name, *args):
        """Call the protocol; its mistake ends this connection only."""
        try:
            return getattr(self.protocol, name)(*args)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            self.fail(error, f"Fatal error: protocol.{name}() call failed.")

    def on_data(self):
        """Hand on what has come, or that no more will come."""
        try:
            data = self.sock.recv(LIMIT)
        except BlockingIOError:
            return
        except Exception as error:
            return self.fail(error, "Fatal read error on socket transport")
        if data:
            return self.tell("data_received", data)
        self.at_end = True
        self.loop.remove_reader(self.sock)
        if not self.tell("eof_received"):
            self.close()

    def pause_reading(self):
        """Leave what comes where it is: with the operating system."""
        self.paused = True
        if not self.closing:
            self.loop.remove_reader(self.sock)

    def resume_reading(self):
        """Read on, unless all has been read."""
        self.paused = False
        if not (self.closing or self.at_end):
            self.loop.add_reader(self.sock, self.on_data)
