"""The callback loop learns to wait: call me when there is data."""
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector

from ghetto_asyncio.callbacks import call


class Loop(call.Loop):
    """Calls back when a socket can be read or written."""

    def __init__(self):
        super().__init__()
        self.selector = DefaultSelector()

    def add_reader(self, sock, callback, *args):
        """Call `callback` each time the socket has data, or its end."""
        self.watch(sock, EVENT_READ, self.handle(callback, args))

    def remove_reader(self, sock):
        """Stop calling about data; return whether there was a callback."""
        return self.watch(sock, EVENT_READ, None)

    def add_writer(self, sock, callback, *args):
        """Call `callback` each time the socket has room to write."""
        self.watch(sock, EVENT_WRITE, self.handle(callback, args))

    def remove_writer(self, sock):
        """Stop calling about room; return whether there was a callback."""
        return self.watch(sock, EVENT_WRITE, None)

    def watch(self, sock, event, handle):
        """Keep one handle or none for a socket's event; cancel the old one."""
        handles = self.forget(sock)
        old = handles.pop(event, None)
        if old:
            old.cancel()
        if handle:
            handles[event] = handle
        if handles:
            self.selector.register(sock, sum(handles), handles)
        return old is not None

    def forget(self, sock):
        """Take a socket off the list; return its handles by event."""
        try:
            return self.selector.unregister(sock).data
        except (KeyError, ValueError):
            return {}

    def how_long(self):
        """Return 0 seconds if there are calls to make, else None: no limit."""
        return 0 if self.ready else None

    def wait(self):
        """Wait for sockets; put the calls they bring into the queue."""
        for key, mask in self.selector.select(self.how_long()):
            for event in sorted(key.data):
                if mask & event:
                    self.ready.append(key.data[event])

    def run_once(self):
        """Wait for sockets, then make the calls that are in the queue."""
        self.wait()
        super().run_once()

    def run_until_idle(self):
        """Go round until there is nothing to call or to wait for."""
        while self.ready or self.selector.get_map():
            self.run_once()

    def close(self):
        """Close the selector."""
        self.selector.close()
