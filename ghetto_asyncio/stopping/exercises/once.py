"""Exercise: a clean-up that a second cancel() does not cut short."""
from ghetto_asyncio.stopping import task


class Task(task.Task):
    """Is interrupted by the first cancel(), and by no other."""

    def cancel(self, msg=None):
        """Have a CancelledError raised in it, once.

        Return False if the task has ended, and True otherwise.
        """
        raise NotImplementedError
