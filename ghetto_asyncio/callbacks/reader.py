"""The callback loop survives sockets that were closed too early."""
from ghetto_asyncio.callbacks import watching


class Loop(watching.Loop):
    """Notices that a socket has been closed before it was removed."""

    def watch(self, sock, event, handle):
        """Keep one handle or none for a socket's event; cancel the old one."""
        handles = self.forget(sock)
        old = handles.pop(event, None)
        if old:
            old.cancel()
        if handle:
            handles[event] = handle
        if handle or (handles and sock.fileno() >= 0):
            self.selector.register(sock, sum(handles), handles)
        return old is not None

    def forget(self, sock):
        """Take a socket off the list; return its handles by event."""
        try:
            key = self.selector.get_map()[sock]
        except (KeyError, ValueError):
            return {}
        if key.fileobj.fileno() == key.fd:
            self.selector.unregister(key.fileobj)
        else:
            self.renew()
        return key.data if key.fileobj.fileno() == sock.fileno() else {}

    def renew(self):
        """Begin a new list, without sockets that were closed too early."""
        with self.selector as old:
            known = list(old.get_map().values())
        self.selector = type(old)()
        for sock, number, events, handles in known:
            if sock.fileno() == number:
                self.selector.register(sock, events, handles)

    def wait(self):
        """Wait for sockets; put the calls they bring into the queue."""
        for key, mask in self.selector.select(self.how_long()):
            if key.fileobj.fileno() != key.fd:
                self.renew()
            for event in sorted(key.data):
                if mask & event:
                    self.ready.append(key.data[event])
