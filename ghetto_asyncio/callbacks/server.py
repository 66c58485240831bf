"""The conversation's server in callbacks: it knows its talks."""
from contextlib import closing
from errno import EMFILE, ENFILE, ENOBUFS, ENOMEM
from math import inf
from time import sleep

from ghetto_asyncio.callbacks.talk import Talk
from ghetto_asyncio.callbacks.watching import Loop
from ghetto_asyncio.descriptors.listening import listening
from ghetto_asyncio.mainloop.passing import PASSING

FULL = {EMFILE, ENFILE, ENOBUFS, ENOMEM}


class Server:
    """Accepts clients on a loop that has add_reader() and the like."""

    def __init__(self, loop, listener, clients=inf):
        self.loop = loop
        self.listener = listener
        self.clients = clients
        self.number = 0
        self.talks = set()
        listener.setblocking(False)
        loop.add_reader(listener, self.accept)

    def accept(self):
        """Accept one client; after the last one, watch no more."""
        try:
            client, _address = self.listener.accept()
        except (BlockingIOError, ConnectionError):
            return
        except OSError as error:
            return self.rest(error)
        self.number += 1
        if self.number == self.clients:
            self.loop.remove_reader(self.listener)
        try:
            self.talks.add(self.meet(client, f"client {self.number}"))
        except BaseException:
            client.close()
            raise

    def meet(self, client, name):
        """Begin a talk with a client, and return the talk."""
        return Talk(self.loop, client, name, self.forget)

    def forget(self, talk):
        """Drop a talk that is over, and accept again: there may be room."""
        self.talks.discard(talk)
        if self.number < self.clients and self.listener.fileno() >= 0:
            self.loop.add_reader(self.listener, self.accept)

    def rest(self, error):
        """Say why no client came in; stop watching if that is in vain."""
        shut = error.errno not in PASSING
        print("the door is shut:" if shut else "nobody can come in:", error)
        if shut:
            self.clients = self.number
        elif error.errno not in FULL:
            return
        if shut or self.talks:
            self.loop.remove_reader(self.listener)
        else:
            sleep(1)  # we have no talk that would be kept waiting

    def close(self):
        """Hang up on the clients that are left."""
        self.loop.remove_reader(self.listener)
        while self.talks:
            self.talks.pop().close()


if __name__ == "__main__":
    with listening(__doc__) as listener, closing(Loop()) as loop:
        server = Server(loop, listener)
        with closing(server):
            loop.run_until_idle()
