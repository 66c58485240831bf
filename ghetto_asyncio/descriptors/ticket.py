"""A descriptor is a number, like a ticket from a cloakroom."""
import os


def leave(path, data):
    """Write bytes to a new file; return its open descriptor."""
    ticket = os.open(path, os.O_RDWR | os.O_CREAT)
    os.write(ticket, data)
    return ticket


def fetch(ticket):
    """Go back to the beginning and read up to 100 bytes."""
    os.lseek(ticket, 0, os.SEEK_SET)
    return os.read(ticket, 100)
