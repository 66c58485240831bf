"""The conversation's server runs on whatever loop it is given."""
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
    try:
        with client:
            print(name, "comes")
            await talk(Person(loop, client))
        print(name, "leaves")
    except OSError as error:
        print(name, "is gone:", error)


async def serve(loop, listener, clients=inf):
    """Meet each client in its own task; if stopped, close all clients."""
    listener.setblocking(False)
    talks = {}
    number = 0
    try:
        while number < clients:
            client, _address = await loop.sock_accept(listener)
            number += 1
            task = meet(loop, client, f"client {number}")
            talks[client] = loop.create_task(task)
            for gone in [sock for sock in talks if sock.fileno() < 0]:
                del talks[gone]
    except (OSError, ValueError) as error:
        print("the door is shut:", error)
    except BaseException:
        for client in talks:
            client.close()
        raise


if __name__ == "__main__":
    from ghetto_asyncio.mainloop.start import start

    start(serve)
