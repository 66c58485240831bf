"""Solution: three more states, and a polite end."""
import hmac
from socket import SHUT_WR

from ghetto_asyncio.callbacks.talk import LIMIT, Talk


def answer(challenge, secret=b"sesame"):
    """Return the line, without its end, of a client that knows the secret."""
    return hmac.new(secret, challenge, "sha256").hexdigest().encode()


class Challenge(Talk):
    """A talk whose state is challenged, talking, refused or ending."""

    def __init__(self, loop, sock, name, at_end, challenge):
        super().__init__(loop, sock, name, at_end)
        self.state = "challenged"
        self.unsent = challenge + b"\n"
        self.wanted = answer(challenge)

    def go_on(self):
        """Do what the state asks for, when all is sent or data came."""
        if self.state == "talking":
            super().go_on()
        elif self.state == "challenged":
            self.check(*self.heard.partition(b"\n"))
        elif self.state == "refused":
            self.hang_up()
        elif self.ended:
            self.leave("is refused")
        else:
            self.heard = b""
            self.loop.add_reader(self.sock, self.on_data)

    def check(self, line, newline, rest):
        """Compare the first line; what follows may have come with it."""
        if not newline and not self.ended and len(line) < LIMIT:
            return self.loop.add_reader(self.sock, self.on_data)
        if hmac.compare_digest(line.strip(), self.wanted):
            self.state, self.heard, self.unsent = "talking", rest, b"0> "
        else:
            self.state, self.unsent = "refused", b"no\n"
        self.loop.remove_reader(self.sock)
        self.loop.add_writer(self.sock, self.on_room)

    def hang_up(self):
        """End our sending; read on until the other side ends, too."""
        self.state = "ending"
        try:
            self.sock.shutdown(SHUT_WR)
        except OSError as error:
            return self.leave(f"is gone: {error}")
        self.go_on()
