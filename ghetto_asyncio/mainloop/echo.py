"""An echo server for many clients at once, on the main loop."""
from math import inf

from ghetto_asyncio.descriptors.command_line import listening
from ghetto_asyncio.mainloop.loop import Loop


def echo(loop, client):
    """Send back what a client sends, until it has no more to say."""
    with client:
        while data := (yield from loop.sock_recv(client, 1024)):
            yield from loop.sock_sendall(client, data)


def server(loop, listener, clients=inf):
    """Accept clients, and start a task for each."""
    listener.setblocking(False)
    while clients:
        client, _address = yield from loop.sock_accept(listener)
        loop.create_task(echo(loop, client))
        clients -= 1


if __name__ == "__main__":
    with listening("mainloop.echo") as listener:
        loop = Loop()
        loop.create_task(server(loop, listener))
        loop.run()
