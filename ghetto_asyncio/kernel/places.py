"""A place where tasks wait: a queue with a name."""
from collections import deque


class Place(deque):
    """A queue in which tasks wait, first come, first served."""

    def __init__(self, name):
        super().__init__()
        self.name = name
