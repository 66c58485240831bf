"""A file object: a descriptor, a buffer and an encoding."""
import os


def three_sizes(path, text):
    """Write text; return characters, bytes early, bytes late.

    Early is before the file object hands its buffer on.
    """
    with open(path, "w", encoding="utf-8") as file:
        ticket = file.fileno()
        characters = file.write(text)
        early = os.fstat(ticket).st_size
        file.flush()
        return characters, early, os.fstat(ticket).st_size
