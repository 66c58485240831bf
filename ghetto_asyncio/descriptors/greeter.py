"""A server that asks one client for its name and greets it."""
from ghetto_asyncio.descriptors.command_line import listening


def read_line(client, limit=100):
    """Receive one line, or less: up to the limit or the end."""
    line = b""
    while len(line) < limit and b"\n" not in line:
        data = client.recv(limit - len(line))
        if not data:
            break
        line += data
    return line.partition(b"\n")[0]


def greet(client):
    """Ask for a name and greet."""
    client.sendall(b"Your name? ")
    name = read_line(client)
    client.sendall(b"Hello, %b!\n" % name.strip())


def serve(listener):
    """Accept one client, greet it, and hang up."""
    client, _address = listener.accept()
    with client:
        greet(client)


if __name__ == "__main__":
    with listening("descriptors.greeter") as listener:
        serve(listener)
