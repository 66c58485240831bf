"""Ask everybody, without a pause: it works, and it burns."""
from contextlib import closing
from math import inf

from ghetto_asyncio.descriptors.command_line import listening
from ghetto_asyncio.readiness.clients import Clients


def serve(listener, clients=inf, rounds=inf):
    """Echo; return how often we have asked in vain."""
    futile = 0
    with closing(Clients(listener, clients)) as server:
        while rounds and (server.reading() or server.writing()):
            rounds -= 1
            for sock in server.reading() + server.writing():
                try:
                    server.attend(sock)
                except BlockingIOError:
                    futile += 1
    return futile


if __name__ == "__main__":
    with listening("readiness.ask_everyone_bug") as listener:
        serve(listener)
