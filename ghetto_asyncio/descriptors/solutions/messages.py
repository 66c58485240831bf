"""Solution: four bytes that say how long a message is."""


def send_message(sock, message):
    """Send the length in four bytes, then the message."""
    sock.sendall(len(message).to_bytes(4, "big") + message)


def receive_message(sock, limit):
    """Return a message, or None at the end of data.

    Raise EOFError if the data ends inside a message, and
    ValueError if the message has more bytes than the limit.
    """
    first = sock.recv(1)
    if not first:
        return None
    length = int.from_bytes(first + receive_exactly(sock, 3), "big")
    if length > limit:
        raise ValueError(f"{length} bytes, and the limit is {limit}")
    return receive_exactly(sock, length)


def receive_exactly(sock, count):
    """Return so many bytes; raise EOFError if there are fewer."""
    pieces = []
    while count:
        piece = sock.recv(count)
        if not piece:
            raise EOFError(f"{count} bytes are missing")
        pieces.append(piece)
        count -= len(piece)
    return b"".join(pieces)
