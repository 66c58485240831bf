"""Solution: a server that greets its clients by name."""


def greet(loop, client):
    """Ask for a name, a line of bytes, and greet."""
    with client:
        yield from loop.sock_sendall(client, b"What is your name? ")
        line = b""
        while b"\n" not in line:
            data = yield from loop.sock_recv(client, 1024)
            if not data:
                break
            line += data
        name = line.partition(b"\n")[0]
        yield from loop.sock_sendall(client, b"Hello, %s!\n" % name)


def server(loop, listener, clients):
    """Start greet() for so many clients, then end."""
    listener.setblocking(False)
    for _ in range(clients):
        client, _address = yield from loop.sock_accept(listener)
        loop.create_task(greet(loop, client))
