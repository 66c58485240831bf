"""A callback that does not know the end when it sees it."""


def collect(loop, sock):
    """Return a list that fills with all that comes."""
    seen = []
    loop.add_reader(sock, lambda: seen.append(sock.recv(1024)))
    return seen
