"""Registrations that stay, and a number that is used again."""
from ghetto_asyncio.mainloop import rest


class Loop(rest.Loop):
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
        """Register a socket, unless it is watched for just this."""
        self.changed.pop(sock, None)
        waiters = self.waiting.pop(sock, ())
        if sock.fileno() < 0:
            return  # closed, so epoll has forgotten it by itself
        try:
            events = sum({event for _task, event in waiters})
            known = self.selector.get_map().get(sock)
            same = known and known.events == events
            if same:
                self.waiting[sock] = waiters
            else:
                super().watch(sock, waiters)
        except Exception as error:
            self.ready.extend((task, error) for task, _event in waiters)
