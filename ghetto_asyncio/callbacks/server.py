"""Accepts clients in a callback, and starts a talk with each."""
from math import inf


class Server:
    """Needs a loop with add_reader and remove_reader."""

    talk = None  # the class of what serves one client

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
        self.talk(self.loop, client)
        self.clients -= 1
        if not self.clients:
            self.loop.remove_reader(self.listener)

    def run(self):
        """Serve until all have gone; at Ctrl-C, hang up."""
        try:
            self.loop.run_until_idle()
        finally:
            for key in list(self.loop.selector.get_map().values()):
                key.fileobj.close()
