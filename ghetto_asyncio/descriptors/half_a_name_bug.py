"""A server that takes one recv() for one message."""


def greet(client):
    """Ask for a name and greet."""
    client.sendall(b"Your name? ")
    name = client.recv(100)
    client.sendall(b"Hello, %b!\n" % name.strip())
