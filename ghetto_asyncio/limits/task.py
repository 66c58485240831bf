"""A task that counts how often it was told to stop."""
from ghetto_asyncio.limits import whose_turn


class Task(whose_turn.Task):
    """Can be told to stop by several; each can take its request back."""

    requests = 0

    def cancel(self, msg=None):
        """Have a CancelledError raised in it; return False if done."""
        asked = super().cancel(msg)
        self.requests += asked
        return asked

    def cancelling(self):
        """Return how many requests to stop are left."""
        return self.requests

    def uncancel(self):
        """Take one request back; return how many are left."""
        self.requests = max(0, self.requests - 1)
        if not self.requests:
            self.must_cancel = False
        return self.requests


class Loop(whose_turn.Loop):
    """Runs tasks that count the requests to stop."""

    new_task = Task
