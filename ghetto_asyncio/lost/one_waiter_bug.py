"""The conversation's server tells its other clients who has come."""
from math import inf

from ghetto_asyncio.descriptors.listening import listening
from ghetto_asyncio.readiness.serve import Person, meet
from ghetto_asyncio.readiness.small import Loop


def serve(loop, listener, clients=inf):
    """Meet each client in a task of its own."""
    listener.setblocking(False)
    number, talks = 0, {}
    while number < clients:
        client, _address = yield from loop.sock_accept(listener)
        number += 1
        for sock in [sock for sock in talks if sock.fileno() >= 0]:
            news = Person(loop, sock).tell(f"client {number} comes\n")
            loop.create_task(news)
        talks[client] = meet(loop, client, f"client {number}")
        loop.create_task(talks[client])


if __name__ == "__main__":
    loop = Loop()
    with listening(__doc__) as listener:
        loop.create_task(serve(loop, listener))
        loop.run()
