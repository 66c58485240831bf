"""A task that was cancelled has ended: it says so, as a future does."""
from asyncio import CancelledError

from ghetto_asyncio.stopping import cancel_bug


class Task(cancel_bug.Task):
    """Ends as cancelled if its coroutine lets the CancelledError out."""

    def step(self, error=None):
        """Take a step; a CancelledError that comes out ends the task."""
        try:
            super().step(error)
        except CancelledError as stopped:
            self.finish("cancelled", None, stopped)
