"""Exercise: many tasks wait for one event of a socket, in a queue."""
from ghetto_asyncio.kernel import kernel, sockets


class Sockets(sockets.Sockets):
    """Keeps a queue of tasks for each event of a socket."""

    def append(self, task, sock, event):
        """Keep a task until the event, behind those who were here."""
        raise NotImplementedError

    def remove(self, task):
        """Forget a task; if it was the first, the next is watched for."""
        raise NotImplementedError

    def take(self, sock):
        """Watch a socket no more; return all who wait for it."""
        raise NotImplementedError


class Kernel(kernel.Kernel):
    """Lets many tasks wait for one event of a socket."""

    def __init__(self):
        super().__init__()
        self.sockets.selector.close()
        self.sockets = Sockets()
