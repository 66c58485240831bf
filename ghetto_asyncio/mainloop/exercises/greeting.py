"""Exercise: a server that greets its clients by name."""


def greet(loop, client, limit=100):
    """Ask for a name, a line of bytes, and greet."""
    raise NotImplementedError


def server(loop, listener, clients):
    """Start greet() for that many clients, then end."""
    raise NotImplementedError
