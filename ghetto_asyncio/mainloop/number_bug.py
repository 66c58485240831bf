"""Registrations that stay, and a number that is used again."""
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
        """A closed socket needs no call: epoll forgets it by itself."""
        waiters = self.changed.pop(sock, ())
        if sock.fileno() >= 0:
            super().watch(sock, waiters)

    def register(self, sock, events):
        """Call the selector unless it watches for just this."""
        known = self.selector.get_map().get(sock)
        if not (known and known.events == events):
            super().register(sock, events)
