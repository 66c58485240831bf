"""Send, look how much was taken, and send the rest."""


def send_all(sock, data, wait):
    """Send all data; call wait() when there is no room."""
    rest = memoryview(data)  # a slice of it is not a copy
    while rest:
        try:
            sent = sock.send(rest)
        except BlockingIOError:
            wait()
        else:
            rest = rest[sent:]
