"""An echo server that serves its clients one after another."""
from contextlib import suppress
from math import inf

from ghetto_asyncio.descriptors.command_line import listening


def echo(client):
    """Send back what a client sends, until it has no more to say."""
    with client:
        while data := client.recv(1024):
            client.sendall(data)


def serve(listener, clients=inf):
    """Serve each client to its end, then accept the next."""
    while clients:
        with suppress(ConnectionError):  # only this client is lost
            client, _address = listener.accept()
            echo(client)
        clients -= 1


if __name__ == "__main__":
    with listening("descriptors.one_at_a_time") as listener:
        serve(listener)
