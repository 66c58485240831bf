"""An echo server that loses patience with silent clients."""
from contextlib import closing
from functools import partial
from math import inf

from ghetto_asyncio.callbacks import echo, server
from ghetto_asyncio.clocks.cancelled import Loop
from ghetto_asyncio.descriptors.command_line import listening


class Echo(echo.Echo):
    """One client, who is closed when silent for too long."""

    def __init__(self, loop, client, patience):
        super().__init__(loop, client)
        self.patience = patience
        self.timeout = loop.call_later(patience, self.close)

    def read(self):
        """The client is awake: begin to wait anew."""
        self.timeout.cancel()
        self.timeout = self.loop.call_later(self.patience, self.close)
        super().read()

    def close(self):
        """Forget the client and the timer."""
        self.timeout.cancel()
        super().close()


class Server(server.Server):
    """Accepts clients; `patience` is in seconds."""

    def __init__(self, loop, listener, patience, clients=inf):
        self.talk = partial(Echo, patience=patience)
        super().__init__(loop, listener, clients)


if __name__ == "__main__":
    with listening("clocks.idle_echo") as listener, closing(Loop()) as loop:
        Server(loop, listener, patience=30).run()
