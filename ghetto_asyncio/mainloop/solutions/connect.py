"""Solution: connecting takes time as well."""
import os
import socket
from selectors import EVENT_WRITE


def sock_connect(sock, address):
    """Connect a non-blocking socket; raise OSError if it fails."""
    try:
        sock.connect(address)
    except BlockingIOError:
        yield sock, EVENT_WRITE
        error = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if error:
            raise OSError(error, os.strerror(error)) from None
