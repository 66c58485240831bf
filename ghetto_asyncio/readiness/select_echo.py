"""An echo server for many clients: it waits for any of them."""
import select
from contextlib import closing, suppress
from math import inf

from ghetto_asyncio.descriptors.command_line import listening
from ghetto_asyncio.readiness.clients import Clients


def serve(listener, clients=inf):
    """Echo until so many clients have come and gone."""
    with closing(Clients(listener, clients)) as server:
        while server.reading() or server.writing():
            readable, writable, _urgent = select.select(
                server.reading(), server.writing(), []
            )
            for sock in readable + writable:
                with suppress(BlockingIOError):
                    server.attend(sock)


if __name__ == "__main__":
    with listening("readiness.select_echo") as listener:
        serve(listener)
