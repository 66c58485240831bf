"""A person sits at the other end of a socket."""

LIMIT = 1024


class Person:
    """Answers line by line; keeps what came after the line."""

    def __init__(self, sock):
        self.sock = sock
        self.heard = b""

    def ask(self, prompt):
        """Return a line with its end, or "" when there is no more."""
        self.tell(prompt)
        while b"\n" not in self.heard and len(self.heard) < LIMIT:
            data = self.sock.recv(LIMIT)
            if not data:
                break
            self.heard += data
        end = self.heard.find(b"\n") + 1 or LIMIT
        line, self.heard = self.heard[:end], self.heard[end:]
        return line.decode(errors="surrogateescape")

    def tell(self, text):
        """Send a text."""
        self.sock.sendall(text.encode(errors="surrogateescape"))
