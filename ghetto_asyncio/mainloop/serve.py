"""The conversation's server, on whatever loop it is given."""
from math import inf

LIMIT = 1024


async def talk(person):
    """Give back what a person says, line after line, with a number."""
    number = 0
    while line := await person.ask(f"{number}> "):
        await person.tell(line)
        number += 1


class Person:
    """Somebody at the other end of a socket, for tasks of a loop."""

    def __init__(self, loop, sock):
        self.loop = loop
        self.sock = sock
        self.heard = b""

    async def ask(self, prompt):
        """Return a line with its end, or "" when there is no more."""
        await self.tell(prompt)
        while b"\n" not in self.heard and len(self.heard) < LIMIT:
            data = await self.loop.sock_recv(self.sock, LIMIT)
            if not data:
                break
            self.heard += data
        end = self.heard.find(b"\n") + 1 or LIMIT
        line, self.heard = self.heard[:end], self.heard[end:]
        return line.decode(errors="surrogateescape")

    async def tell(self, text):
        """Send a text."""
        data = text.encode(errors="surrogateescape")
        await self.loop.sock_sendall(self.sock, data)


async def meet(loop, client, name):
    """Talk to a client; whatever happens to it ends this talk only."""
    print(name, "comes")
    try:
        with client:
            await talk(Person(loop, client))
        print(name, "leaves")
    except OSError as error:
        print(name, "is gone:", error)


async def serve(loop, listener, clients=inf):
    """Meet each client in a task of its own."""
    listener.setblocking(False)
    number = 0
    while number < clients:
        client, _address = await loop.sock_accept(listener)
        number += 1
        loop.create_task(meet(loop, client, f"client {number}"))
