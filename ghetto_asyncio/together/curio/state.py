"""What can be seen of a task from outside."""
from ghetto_asyncio.cancellation import kernel


class Task(kernel.Task):
    """Says whether it has ended, and what would stop it."""

    value = None

    @property
    def allow_cancel(self):
        """Whether it has no shield."""
        return not self.shields

    @allow_cancel.setter
    def allow_cancel(self, allow):
        """Take all shields away, or put up one."""
        self.shields = int(not allow)

    @property
    def cancel_pending(self):
        """The error that it will meet first, or None."""
        return next(iter(self.interrupts), None)

    @cancel_pending.setter
    def cancel_pending(self, error):
        """Let it meet this error, or none."""
        self.interrupts = [] if error is None else [error]

    @property
    def terminated(self):
        """Whether it has ended."""
        return self.ended

    @property
    def exception(self):
        """The error that ended it, or None; RuntimeError before the end."""
        if not self.ended:
            raise RuntimeError(f"{self.name} has not ended")
        return self.error

    @property
    def result(self):
        """What it returned; raise its error, if that ended it."""
        if self.exception is not None:
            raise self.exception
        return self.value

    @result.setter
    def result(self, value):
        """Keep what it returned."""
        self.value = value
