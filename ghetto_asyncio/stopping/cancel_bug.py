"""A task that is told to stop: an error is thrown into it, now."""
from asyncio import CancelledError

from ghetto_asyncio.tasks import task


class Task(task.Task):
    """Gets an error in its next step."""

    def cancel(self):
        """Have the coroutine get a CancelledError."""
        self.loop.call_soon(self.step, CancelledError())
