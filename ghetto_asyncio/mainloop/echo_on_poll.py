"""An echo server in two generators, on poll()."""
from math import inf
from select import POLLIN, POLLOUT

from ghetto_asyncio.descriptors.command_line import listening
from ghetto_asyncio.mainloop.on_poll import Loop


def echo(client):
    """Send back what a client sends, until it sends no more."""
    with client:
        while True:
            yield client, POLLIN
            data = client.recv(1024)
            if not data:
                return
            while data:
                yield client, POLLOUT
                data = data[client.send(data):]


def server(loop, listener, clients=inf):
    """Accept clients, and start a task for each."""
    listener.setblocking(False)
    while clients:
        yield listener, POLLIN
        client, _address = listener.accept()
        client.setblocking(False)
        loop.create_task(echo(client))
        clients -= 1


if __name__ == "__main__":
    with listening("mainloop.echo_on_poll") as listener:
        loop = Loop()
        loop.create_task(server(loop, listener))
        loop.run()
