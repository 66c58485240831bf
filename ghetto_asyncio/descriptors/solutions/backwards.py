"""Solution: receive everything, and only then answer."""


def backwards(client):
    """Send back in reverse all that the client has sent."""
    with client:
        pieces = []
        while data := client.recv(1024):
            pieces.append(data)
        client.sendall(b"".join(pieces)[::-1])
