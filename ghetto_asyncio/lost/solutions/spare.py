"""A descriptor is kept in reserve for the worst."""
from contextlib import suppress
from errno import EMFILE
from math import inf

from ghetto_asyncio.readiness.serve import meet


def serve(loop, listener, clients=inf):
    """Meet each client in a task of its own, or hang up on it at once."""
    listener.setblocking(False)
    number = 0
    spare = listener.dup()
    try:
        while number < clients:
            try:
                client, _address = yield from loop.sock_accept(listener)
            except OSError as error:
                if error.errno != EMFILE:
                    raise
                spare.close()
                with suppress(OSError):
                    listener.accept()[0].close()
                spare = listener.dup()
                print("no room")
                continue
            number += 1
            loop.create_task(meet(loop, client, f"client {number}"))
    finally:
        spare.close()
