"""What takes time on a socket, as generators that say what they need."""
from errno import EAGAIN, ECONNABORTED, EMFILE, ENFILE
from selectors import EVENT_READ, EVENT_WRITE

# nobody is there, somebody has left again, no descriptor is free
PASSING = {EAGAIN, ECONNABORTED, EMFILE, ENFILE}


def sock_accept(listener):
    """Wait for a client; return its socket and its address."""
    while True:
        yield listener, EVENT_READ
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno not in PASSING:
                raise
            continue
        client.setblocking(False)
        return client, address


def sock_recv(sock, limit):
    """Wait for data; return at most `limit` bytes, b"" at the end."""
    while True:
        yield sock, EVENT_READ
        try:
            return sock.recv(limit)
        except BlockingIOError:
            continue


def sock_sendall(sock, data):
    """Send all data, and wait whenever there is no room."""
    sent = 0
    while sent < len(data):
        try:
            sent += sock.send(data[sent:])
        except BlockingIOError:
            data = memoryview(data)  # from now on, no slice is a copy
            yield sock, EVENT_WRITE
