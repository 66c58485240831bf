"""Solution: read all that lies there, for an edge-triggered loop."""


def drain(sock):
    """Return all bytes that lie there, and whether more can come."""
    found = []
    try:
        while data := sock.recv(1024):
            found.append(data)
    except BlockingIOError:
        return b"".join(found), True
    except OSError:
        if not found:
            raise
    return b"".join(found), False
