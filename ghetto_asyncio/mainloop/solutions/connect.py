"""Solution: connecting takes time as well."""
import errno
import os
from selectors import EVENT_WRITE
from socket import SO_ERROR, SOL_SOCKET


def sock_connect(sock, address):
    """Connect a non-blocking socket; raise OSError if it fails."""
    try:
        sock.connect(address)
        return
    except BlockingIOError as error:
        if error.errno != errno.EINPROGRESS:
            raise
    while True:
        yield sock, EVENT_WRITE
        error = sock.getsockopt(SOL_SOCKET, SO_ERROR)
        if error:
            raise OSError(error, os.strerror(error))
        try:
            sock.getpeername()
            return
        except OSError as error:
            if error.errno != errno.ENOTCONN:
                raise
