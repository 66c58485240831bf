"""The conversation's server meets many clients at once."""
from math import inf

from ghetto_asyncio.composition.talk import talk
from ghetto_asyncio.descriptors.listening import listening
from ghetto_asyncio.descriptors.person import LIMIT
from ghetto_asyncio.readiness.small import Loop


class Person:
    """Tasks of a loop ask a person at the other end of a socket."""

    def __init__(self, loop, sock):
        self.loop = loop
        self.sock = sock
        self.heard = b""

    def ask(self, prompt):
        """Return a line with its end, or "" when there is no more."""
        yield from self.tell(prompt)
        while b"\n" not in self.heard and len(self.heard) < LIMIT:
            data = yield from self.loop.sock_recv(self.sock, LIMIT)
            if not data:
                break
            self.heard += data
        end = self.heard.find(b"\n") + 1 or LIMIT
        line, self.heard = self.heard[:end], self.heard[end:]
        return line.decode(errors="surrogateescape")

    def tell(self, text):
        """Send a text."""
        data = text.encode(errors="surrogateescape")
        yield from self.loop.sock_sendall(self.sock, data)


def meet(loop, client, name):
    """Talk to a client; whatever happens to it ends this talk only."""
    try:
        with client:
            print(name, "comes")
            yield from talk(Person(loop, client))
        print(name, "leaves")
    except OSError as error:
        print(name, "is gone:", error)


def serve(loop, listener, clients=inf):
    """Meet each client in a task of its own."""
    listener.setblocking(False)
    number = 0
    while number < clients:
        client, _address = yield from loop.sock_accept(listener)
        number += 1
        loop.create_task(meet(loop, client, f"client {number}"))


if __name__ == "__main__":
    loop = Loop()
    with listening(__doc__) as listener:
        loop.create_task(serve(loop, listener))
        loop.run()
