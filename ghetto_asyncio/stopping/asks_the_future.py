"""To cancel a task that waits, cancel the future that it waits for."""
from asyncio import CancelledError

from ghetto_asyncio.tasks import task


class Task(task.Task):
    """Knows the future that it waits for, and cancels it."""

    waits_for = None

    def step(self, error=None):
        """Take a step; a CancelledError that comes out ends the task."""
        self.waits_for = None
        try:
            super().step(error)
        except CancelledError as stopped:
            self.finish("cancelled", None, stopped)

    def wait_for(self, wanted):
        """Wait for a future, and remember which one it is."""
        super().wait_for(wanted)
        self.waits_for = wanted

    def cancel(self):
        """Cancel the future; it will wake the task, as any future does."""
        return self.waits_for.cancel()
