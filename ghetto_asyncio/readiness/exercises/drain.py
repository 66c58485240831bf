"""Exercise: read all that lies there, for an edge-triggered loop."""


def drain(sock):
    """Return all bytes that lie there, and whether more can come."""
    raise NotImplementedError
