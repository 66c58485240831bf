"""The echo server in callbacks: no function of it ever waits."""
from contextlib import closing

from ghetto_asyncio.callbacks import server
from ghetto_asyncio.callbacks.reader import Loop
from ghetto_asyncio.descriptors.command_line import listening


class Echo:
    """One client, and what it has not got back yet."""

    def __init__(self, loop, client):
        self.loop = loop
        self.client = client
        self.unsent = b""
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
        if not data:
            return self.close()
        self.unsent = data
        self.write()

    def write(self):
        """Send what there is room for; read on when all is sent."""
        try:
            self.unsent = self.unsent[self.client.send(self.unsent):]
        except BlockingIOError:
            pass
        except ConnectionError:
            return self.close()
        if self.unsent:
            self.loop.remove_reader(self.client)
            self.loop.add_writer(self.client, self.write)
        elif self.loop.remove_writer(self.client):
            self.loop.add_reader(self.client, self.read)

    def close(self):
        """Forget the client."""
        self.loop.remove_reader(self.client)
        self.loop.remove_writer(self.client)
        self.client.close()


class Server(server.Server):
    """Accepts clients, and echoes what each of them sends."""

    talk = Echo


if __name__ == "__main__":
    with listening("callbacks.echo") as listener, closing(Loop()) as loop:
        Server(loop, listener).run()
