"""Solution: one more question, in both styles."""
import hmac
from contextlib import suppress

from ghetto_asyncio.callbacks.handshake import LIMIT, Handshake


def answer(challenge, secret=b"sesame"):
    """Give the line, without its end, that proves the knowledge."""
    return hmac.new(secret, challenge, "sha256").hexdigest().encode()


class Challenge(Handshake):
    """After hello: challenge, answer, welcome, echo; else no."""

    def __init__(self, loop, client, challenge):
        super().__init__(loop, client)
        self.challenge = challenge

    def greeted(self, line, rest=b""):
        """Answer a line; the next one may have come with it."""
        wanted = b"hello"
        if self.state == "challenged":
            wanted = answer(self.challenge)
        if not hmac.compare_digest(line.strip(), wanted):
            self.state = "refused"
            self.unsent += b"no\n"
        elif self.state == "greeting":
            self.state, self.heard = "challenged", rest
            self.unsent = self.challenge + b"\n"
            if b"\n" in rest:
                return self.greeted(*rest.split(b"\n", 1))
        else:
            self.state = "echoing"
            self.unsent += b"welcome\n" + rest
        self.write()


def talk(client, challenge):
    """Do the same on a blocking socket."""
    with client, client.makefile("rb") as file, suppress(ConnectionError):
        if file.readline(LIMIT).strip() != b"hello":
            return client.sendall(b"no\n")
        client.sendall(challenge + b"\n")
        proof = file.readline(LIMIT).strip()
        if not hmac.compare_digest(proof, answer(challenge)):
            return client.sendall(b"no\n")
        client.sendall(b"welcome\n")
        while data := file.read1(1024):
            client.sendall(data)
