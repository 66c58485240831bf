"""Solution: decode at the edge, count characters, encode."""


def headline(data):
    """Return the name in capitals, and a line just as wide."""
    name = data.decode(errors="replace").strip().upper()
    return f"{name}\n{'=' * len(name)}\n".encode()
