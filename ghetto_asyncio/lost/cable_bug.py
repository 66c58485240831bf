"""The conversation's server catches ConnectionError, not OSError."""
from math import inf

from ghetto_asyncio.composition.talk import talk
from ghetto_asyncio.readiness.serve import Person


def meet(loop, client, name):
    """Talk to a client; whatever happens to it ends this talk only."""
    try:
        with client:
            print(name, "comes")
            yield from talk(Person(loop, client))
        print(name, "leaves")
    except ConnectionError as error:
        print(name, "is gone:", error)


def serve(loop, listener, clients=inf):
    """Meet each client in a task of its own."""
    listener.setblocking(False)
    number = 0
    while number < clients:
        client, _address = yield from loop.sock_accept(listener)
        number += 1
        loop.create_task(meet(loop, client, f"client {number}"))
