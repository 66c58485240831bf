"""Exercise: messages on a stream that has none."""


def send_message(sock, message):
    """Send four bytes of length, big-endian, then the message."""
    raise NotImplementedError


def receive_message(sock, limit):
    """Return a message, or None at the end of data.

    Raise EOFError if the data ends inside a message, and
    ValueError if the message has more bytes than the limit.
    """
    raise NotImplementedError
