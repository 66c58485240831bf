"""Exercise: a room where a slow reader stops nobody."""


class Room:
    """Everybody gets what the others say, or has to leave."""

    def __init__(self, loop, limit=65536):
        raise NotImplementedError

    def member(self, client):
        """Pass on what a client says; this is a task."""
        raise NotImplementedError
