"""A task is told to stop: its next step throws an error into it."""
from asyncio import CancelledError

from ghetto_asyncio.tasks import task


class Task(task.Task):
    """Gets an error in its next step when it is cancelled."""

    def cancel(self):
        """Have a CancelledError raised in the coroutine."""
        self.loop.call_soon(self.step, CancelledError())
