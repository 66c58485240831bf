"""Solution: a server that greets its clients by name."""
from socket import SHUT_WR


def greet(loop, client, limit=100):
    """Ask for a name, a line of bytes, and greet."""
    with client:
        yield from loop.sock_sendall(client, b"What is your name? ")
        line = b""
        while b"\n" not in line and len(line) < limit:
            data = yield from loop.sock_recv(client, limit)
            if not data:
                break
            line += data
        name = line.partition(b"\n")[0][:limit]
        yield from loop.sock_sendall(client, b"Hello, %s!\n" % name)
        client.shutdown(SHUT_WR)
        while (yield from loop.sock_recv(client, limit)):
            pass


def server(loop, listener, clients):
    """Start greet() for that many clients, then end."""
    listener.setblocking(False)
    for _ in range(clients):
        client, _address = yield from loop.sock_accept(listener)
        loop.create_task(greet(loop, client))
