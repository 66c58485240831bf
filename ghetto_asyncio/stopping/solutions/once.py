"""Solution: a task that has been asked is not asked again."""
from ghetto_asyncio.stopping import task


class Task(task.Task):
    """Is interrupted by the first cancel(), and by no other."""

    asked = False

    def cancel(self, msg=None):
        """Have a CancelledError raised in it, once.

        Return False if the task has ended, and True otherwise.
        """
        if not self.asked:
            self.asked = True
            return super().cancel(msg)
        return not self.done()
