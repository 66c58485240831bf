"""A task is cancelled where it waits: the future that it waits for is."""
from asyncio import CancelledError

from ghetto_asyncio.tasks import task


class Task(task.Task):
    """Knows what it waits for, and has that cancelled."""

    waits_for = None

    def step(self, error=None):
        """Take a step; a CancelledError that comes out is an end."""
        self.waits_for = None
        try:
            super().step(error)
        except CancelledError as stopped:
            self.finish("cancelled", None, stopped)

    def wait_for(self, wanted):
        """Wait for a future, and know which one it is."""
        super().wait_for(wanted)
        self.waits_for = wanted

    def cancel(self):
        """Cancel the future, which will wake the task as any other."""
        return self.waits_for.cancel()
