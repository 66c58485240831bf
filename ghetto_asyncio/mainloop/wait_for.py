"""A generator that says what it waits for."""
from select import POLLIN


def receive(sock):
    """Wait for data on a socket, then return it."""
    yield sock, POLLIN
    return sock.recv(1024)


def two_pieces(sock):
    """Receive twice; return both pieces."""
    first = yield from receive(sock)
    second = yield from receive(sock)
    return first, second
