"""The same handshake as a task on the main loop."""
from math import inf

from ghetto_asyncio.callbacks.handshake import LIMIT, REFUSAL
from ghetto_asyncio.descriptors.command_line import listening
from ghetto_asyncio.mainloop.echo import echo
from ghetto_asyncio.mainloop.loop import Loop


def talk(loop, client):
    """Shake hands, and send back what comes, until the end."""
    with client:
        heard = b""
        while b"\n" not in heard and len(heard) < LIMIT:
            data = yield from loop.sock_recv(client, LIMIT - len(heard))
            if not data:
                break
            heard += data
        line, _newline, rest = heard.partition(b"\n")
        if line.strip() != b"hello":
            return (yield from loop.sock_sendall(client, REFUSAL))
        yield from loop.sock_sendall(client, b"hello\n" + rest)
        yield from echo(loop, client)


def server(loop, listener, clients=inf):
    """Accept clients, and start a task for each."""
    listener.setblocking(False)
    while clients:
        client, _address = yield from loop.sock_accept(listener)
        loop.create_task(talk(loop, client))
        clients -= 1


if __name__ == "__main__":
    with listening("callbacks.handshake_tasks") as listener:
        loop = Loop()
        loop.create_task(server(loop, listener))
        loop.run()
