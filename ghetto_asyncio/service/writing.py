"""A transport keeps what could not be sent, and asks for a pause."""
from ghetto_asyncio.service import reading


class Writing(reading.Reading):
    """The half that writes: write() never waits, so it keeps the rest."""

    high, low = 64 * 1024, 16 * 1024
    full = ended = False

    def __init__(self, loop, sock, protocol):
        super().__init__(loop, sock, protocol)
        self.unsent = bytearray()

    def write(self, data):
        """Send what can be sent now; keep the rest."""
        data = memoryview(data)  # raises TypeError if these are no bytes
        data = data.cast("B") if data else b""
        if self.ended:
            raise RuntimeError("Cannot call write() after write_eof()")
        if self.closing and not self.unsent:
            return  # the connection has gone, and write() is silent
        if data and not self.unsent:
            try:
                data = data[self.sock.send(data):]
            except BlockingIOError:
                pass
            except Exception as error:
                return self.fail(error, "Fatal write error")
            if data:
                self.loop.add_writer(self.sock, self.on_room)
        self.unsent += data
        self.look()

    def look(self):
        """Ask the protocol for a pause if more than `high` bytes are kept."""
        if len(self.unsent) > self.high and not self.full:
            self.full = True
            self.tell("pause_writing")

    def on_room(self):
        """Send more; down at the low mark, the protocol may write again."""
        try:
            del self.unsent[:self.sock.send(self.unsent)]
        except BlockingIOError:
            return
        except Exception as error:
            return self.fail(error, "Fatal write error")
        if self.full and len(self.unsent) <= self.low:
            self.full = False
            self.tell("resume_writing")
        if not self.unsent:
            self.loop.remove_writer(self.sock)
            self.all_sent()
