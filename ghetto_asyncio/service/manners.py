"""What protocols like to know of a transport."""
from ghetto_asyncio.service import transport


class Transport(transport.Transport):
    """Answers questions."""

    def get_extra_info(self, name, default=None):
        """Return the socket, or one of its two addresses."""
        if name not in ("sockname", "peername"):
            return super().get_extra_info(name, default)
        try:
            return getattr(self.sock, "get" + name)()
        except OSError:  # who was there has gone
            return default

    def abort(self):
        """Hang up now, without an error."""
        self.fail(None)

    def is_reading(self):
        """Return whether data would be taken."""
        return not self.paused and not self.closing

    def is_closing(self):
        """Return whether it is about to hang up, or has."""
        return self.closing

    def can_write_eof(self):
        """Return True: a socket can end one direction."""
        return True

    def get_protocol(self):
        """Return whom it calls."""
        return self.protocol

    def set_protocol(self, protocol):
        """Call somebody else from now on."""
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
        self.high, self.low = high, high // 4 if low is None else low
