"""The same handshake on a blocking socket, in one function."""
from contextlib import suppress
from math import inf

from ghetto_asyncio.callbacks.handshake import LIMIT, REFUSAL
from ghetto_asyncio.descriptors.command_line import listening


def talk(client):
    """Shake hands, and send back what comes, until the end."""
    with client, client.makefile("rb") as file, suppress(ConnectionError):
        if file.readline(LIMIT).strip() != b"hello":
            return client.sendall(REFUSAL)
        client.sendall(b"hello\n")
        while data := file.read1(1024):
            client.sendall(data)


def serve(listener, clients=inf):
    """Serve one client after another."""
    while clients:
        client, _address = listener.accept()
        talk(client)
        clients -= 1


if __name__ == "__main__":
    with listening("callbacks.handshake_blocking") as listener:
        serve(listener)
