"""What a pipe has to say: bytes, nothing yet, or the end."""
import os


def drain(reader):
    """Read what is there; return pieces and why it stopped."""
    pieces = []
    try:
        while piece := os.read(reader, 4):
            pieces.append(piece)
    except BlockingIOError:
        return pieces, "nothing yet"
    return pieces, "end of data"
