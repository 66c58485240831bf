"""Exercise: sendall(), where somebody else does the waiting."""


def send_all(sock, data, wait):
    """Send all data; call wait() when there is no room."""
    raise NotImplementedError
