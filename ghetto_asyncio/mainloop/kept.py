"""Registrations that stay: the selector hears only what is new."""
from ghetto_asyncio.mainloop import door


class Loop(door.Loop):
    """Watches what somebody waits for, at the moment when it asks."""

    def __init__(self):
        super().__init__()
        self.changed = {}

    def watch(self, sock, waiters):
        """Note who waits; the selector hears of it when we ask."""
        self.waiting[sock] = self.changed[sock] = waiters

    def wake(self):
        """Tell the selector what has changed, and then ask."""
        while self.changed:
            self.tell(next(iter(self.changed)))
        super().wake()

    def tell(self, sock):
        """Have a socket watched for what is waited for now."""
        super().watch(sock, self.changed.pop(sock, ()))

    def register(self, sock, events):
        """Call the selector unless it watches for just this."""
        known = self.selector.get_map().get(sock)
        if not (known and known.fileobj is sock and known.events == events):
            super().register(sock, events)

    def sock_recv(self, sock, limit):
        """Receive; after the end of data the socket may be closed."""
        data = yield from super().sock_recv(sock, limit)
        if not data:
            self.tell(sock)
        return data
