"""Solution: send, look how much was taken, and send the rest."""


def send_all(sock, data, wait):
    """Send all data; call wait() when there is no room."""
    rest = memoryview(data).cast("B")
    while rest:
        try:
            sent = sock.send(rest)
        except BlockingIOError:
            wait()
        else:
            rest = rest[sent:]
