"""A handshake in callbacks: a state machine."""
from contextlib import closing

from ghetto_asyncio.callbacks import server
from ghetto_asyncio.callbacks.echo import Echo
from ghetto_asyncio.callbacks.reader import Loop
from ghetto_asyncio.descriptors.command_line import listening

LIMIT = 1024
REFUSAL = b"say hello first\n"


class Handshake(Echo):
    """One client; its state is greeting, echoing or refused."""

    def __init__(self, loop, client):
        super().__init__(loop, client)
        self.state = "greeting"
        self.heard = b""

    def read(self):
        """Take what has come, and do with it what the state says."""
        if self.state == "echoing":
            return super().read()
        try:
            data = self.client.recv(LIMIT - len(self.heard))
        except BlockingIOError:
            return
        except ConnectionError:
            return self.close()
        self.heard += data
        if b"\n" in self.heard or len(self.heard) == LIMIT or not data:
            self.greeted(*self.heard.split(b"\n", 1))

    def greeted(self, line, rest=b""):
        """Answer the first line; the rest came with it."""
        if line.strip() == b"hello":
            self.state = "echoing"
            self.unsent = b"hello\n" + rest
        else:
            self.state = "refused"
            self.unsent = REFUSAL
        self.write()

    def write(self):
        """Send what there is room for; part with the refused."""
        super().write()
        if self.state == "refused" and not self.unsent:
            self.close()


class Server(server.Server):
    """Accepts clients, and shakes hands with each."""

    talk = Handshake


if __name__ == "__main__":
    with listening("callbacks.handshake") as listener, closing(Loop()) as loop:
        Server(loop, listener).run()
