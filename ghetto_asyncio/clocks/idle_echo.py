"""An echo server that loses patience with silent clients."""
from contextlib import closing
from math import inf

from ghetto_asyncio.callbacks import echo
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


class Server(echo.Server):
    """Accepts clients; `patience` is in seconds."""

    def __init__(self, loop, listener, patience, clients=inf):
        super().__init__(loop, listener, clients)
        self.patience = patience

    def accept(self):
        """Take one client; after the last one, look no more."""
        try:
            client, _address = self.listener.accept()
        except OSError:
            return
        Echo(self.loop, client, self.patience)
        self.clients -= 1
        if not self.clients:
            self.loop.remove_reader(self.listener)


if __name__ == "__main__":
    with listening("clocks.idle_echo") as listener, closing(Loop()) as loop:
        Server(loop, listener, patience=30)
        loop.run_until_idle()
