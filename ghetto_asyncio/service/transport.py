"""A transport ends, politely or at once, and says so once."""
from socket import SHUT_WR

from ghetto_asyncio.service import writing


class Transport(writing.Writing):
    """A whole transport, as protocols know it."""

    lost = False

    def write_eof(self):
        """Send an end of data after what is still to be sent."""
        if not (self.ended or self.closing):
            self.ended = True
            if not self.unsent:
                self.all_sent()

    def close(self):
        """Read no more; hang up when all has been sent."""
        if not self.closing:
            self.closing = True
            self.loop.remove_reader(self.sock)
            if not self.unsent:
                self.all_sent()

    def all_sent(self):
        """All bytes are sent: hang up, or end our half, as was asked."""
        if self.closing:
            self.loop.call_soon(self.finish, None)
        elif self.ended:
            try:
                self.sock.shutdown(SHUT_WR)
            except OSError as error:
                self.fail(error)

    def fail(self, error, message=""):
        """Hang up now, and drop what has not been sent."""
        if error and not isinstance(error, OSError):
            self.loop.call_exception_handler(
                {"message": message, "exception": error,
                 "transport": self, "protocol": self.protocol})
        if not self.lost:
            self.closing = True
            self.unsent.clear()
            self.loop.remove_reader(self.sock)
            self.loop.remove_writer(self.sock)
            self.loop.call_soon(self.finish, error)

    def finish(self, error):
        """Tell the protocol, once, that the connection is lost."""
        if not self.lost:
            self.lost = True
            with self.sock:
                self.protocol.connection_lost(error)
