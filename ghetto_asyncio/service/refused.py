"""What cannot be done, or makes no sense, is refused at once."""
from socket import SOCK_STREAM


def refuse(options):
    """Refuse options that we don't have, rather than ignore them."""
    for name in (name for name, wanted in options.items() if wanted):
        raise NotImplementedError(f"this loop has no {name}")


def check(sock, host=None, port=None):
    """Refuse both a socket and an address, neither of them, and UDP."""
    if (sock is None) == (host is None and port is None):
        raise ValueError("a sock was expected, or a host and a port")
    if sock and sock.type != SOCK_STREAM:
        raise ValueError(f"a stream socket was expected: {sock}")
