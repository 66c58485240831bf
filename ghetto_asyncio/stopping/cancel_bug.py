"""A task that is told to stop: an error is thrown into it, soon."""
from asyncio import CancelledError

from ghetto_asyncio.tasks import task


class Task(task.Task):
    """Gets an error in its next step."""

    def cancel(self):
        """Have a CancelledError raised in the coroutine."""
        self.loop.call_soon(self.step, CancelledError())
