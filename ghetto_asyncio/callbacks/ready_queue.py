"""The smallest callback loop: a queue of calls to be made."""
from collections import deque


class Loop:
    """Makes calls in the order in which they were asked for."""

    def __init__(self):
        self.ready = deque()

    def call_soon(self, callback, *args):
        """Call `callback(*args)` in the next round, not now."""
        self.ready.append((callback, args))

    def run_once(self):
        """Make the calls that are in the queue now, and no newer ones."""
        for _ in range(len(self.ready)):
            callback, args = self.ready.popleft()
            callback(*args)

    def run_until_idle(self):
        """Go round until there is nothing left to call."""
        while self.ready:
            self.run_once()
