"""What protocols want to know about a transport."""
import asyncio
from contextlib import suppress

from ghetto_asyncio.service import transport


class Transport(transport.Transport):
    """Answers what protocols ask of it."""

    def __init__(self, loop, sock, protocol):
        self.set_protocol(protocol)  # refuses before anything has begun
        super().__init__(loop, sock, protocol)
        self.addresses = {}
        with suppress(OSError):  # the client may have gone already
            self.addresses["sockname"] = sock.getsockname()
            self.addresses["peername"] = sock.getpeername()

    def get_extra_info(self, name, default=None):
        """Return the socket, or one of its two addresses."""
        default = super().get_extra_info(name, default)
        return self.addresses.get(name, default)

    def abort(self):
        """Hang up now, without an error."""
        self.fail(None)

    def is_reading(self):
        """Return whether data would be taken."""
        return not self.paused and not self.closing

    def is_closing(self):
        """Return whether it has hung up, or is about to."""
        return self.closing

    def can_write_eof(self):
        """Return True: a socket can end one direction."""
        return True

    def get_protocol(self):
        """Return the protocol that it calls."""
        return self.protocol

    def set_protocol(self, protocol):
        """Call another protocol from now on, which takes data as bytes."""
        if isinstance(protocol, asyncio.BufferedProtocol):
            raise NotImplementedError("this loop has no BufferedProtocol")
        self.protocol = protocol

    def get_write_buffer_size(self):
        """Return how many bytes are not sent yet."""
        return len(self.unsent)

    def get_write_buffer_limits(self):
        """Return the low and the high mark, in bytes."""
        return self.low, self.high

    def set_write_buffer_limits(self, high=None, low=None):
        """Set the marks; the low one is a quarter of the high one."""
        if high is None:
            high = type(self).high if low is None else 4 * low
        low = high // 4 if low is None else low
        if not high >= low >= 0:
            raise ValueError(f"high ({high}) and low ({low}) are not in order")
        self.high, self.low = high, low
        self.look()
