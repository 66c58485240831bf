"""Exercise: lines, wherever the pieces are cut."""


class Lines:
    """Lines from a socket."""

    def __init__(self, sock):
        self.sock = sock

    def read_line(self):
        """Return a line with its end, or what is left, or b""."""
        raise NotImplementedError
