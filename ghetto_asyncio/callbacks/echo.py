"""The echo server in callbacks: no function of it ever waits."""
from contextlib import closing
from math import inf

from ghetto_asyncio.callbacks.reader import Loop
from ghetto_asyncio.descriptors.command_line import listening


class Server:
    """Accepts clients; needs a loop with add_reader and its like."""

    def __init__(self, loop, listener, clients=inf):
        self.loop = loop
        self.listener = listener
        self.clients = clients
        listener.setblocking(False)
        loop.add_reader(listener, self.accept)

    def accept(self):
        """Take one client; after the last one, look no more."""
        try:
            client, _address = self.listener.accept()
        except OSError:
            return
        Echo(self.loop, client)
        self.clients -= 1
        if not self.clients:
            self.loop.remove_reader(self.listener)


class Echo:
    """One client, and what it has not got back yet."""

    def __init__(self, loop, client):
        self.loop = loop
        self.client = client
        self.unsent = b""
        self.stuck = False
        client.setblocking(False)
        loop.add_reader(client, self.read)

    def read(self):
        """Take what has come, and send it back."""
        try:
            data = self.client.recv(1024)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        if data:
            self.unsent = data
            self.write()
        else:
            self.close()

    def write(self):
        """Send what there is room for; read on when all is sent."""
        try:
            self.unsent = self.unsent[self.client.send(self.unsent):]
        except BlockingIOError:
            pass
        except ConnectionError:
            return self.close()
        if self.unsent and not self.stuck:
            self.loop.remove_reader(self.client)
            self.loop.add_writer(self.client, self.write)
        elif self.stuck and not self.unsent:
            self.loop.remove_writer(self.client)
            self.loop.add_reader(self.client, self.read)
        self.stuck = bool(self.unsent)

    def close(self):
        """Forget the client."""
        self.loop.remove_reader(self.client)
        self.loop.remove_writer(self.client)
        self.client.close()


if __name__ == "__main__":
    with listening("callbacks.echo") as listener, closing(Loop()) as loop:
        Server(loop, listener)
        loop.run_until_idle()
