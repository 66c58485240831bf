"""Exercise: connecting takes time as well."""


def sock_connect(sock, address):
    """Connect a non-blocking socket; raise OSError if it fails."""
    raise NotImplementedError
