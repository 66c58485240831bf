"""Solution: a reader of lines with a buffer of its own."""


class Lines:
    """Lines from a socket."""

    def __init__(self, sock):
        self.sock = sock
        self.buffer = b""

    def read_line(self):
        """Return a line with its end, or what is left, or b""."""
        while b"\n" not in self.buffer:
            data = self.sock.recv(1024)
            if not data:
                line, self.buffer = self.buffer, b""
                return line
            self.buffer += data
        line, end, self.buffer = self.buffer.partition(b"\n")
        return line + end
