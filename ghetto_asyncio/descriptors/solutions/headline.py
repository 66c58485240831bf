"""Solution: decode at the edge, count characters, encode."""


def headline(data):
    """Return the name in capitals, and one = for each letter."""
    name = data.decode(errors="replace").strip().upper()
    return f"{name}\n{'=' * len(name)}\n".encode()
