"""A task that can be cancelled whenever it has not ended."""
from asyncio import CancelledError

from ghetto_asyncio.futures.future import Future
from ghetto_asyncio.tasks import task


class Task(task.Task):
    """Resumes a coroutine, and can be told to stop it."""

    waits_for, must_cancel, said = None, False, ()

    def step(self, error=None):
        """Take a step; if the task was told to stop, throw the error in."""
        if self.must_cancel:
            self.must_cancel, error = False, CancelledError(*self.said)
        self.waits_for = None
        try:
            super().step(error)
        except CancelledError as stopped:
            self.finish("cancelled", None, stopped)
        except BaseException as failure:
            self.set_exception(failure)
            if isinstance(failure, (KeyboardInterrupt, SystemExit)):
                raise
        finally:
            self = error = None

    def wait_for(self, wanted):
        """Wait for a future, unless the task was told to stop meanwhile."""
        super().wait_for(wanted)
        if isinstance(wanted, Future) and wanted is not self:
            self.waits_for = wanted
            if self.must_cancel and wanted.cancel(*self.said):
                self.must_cancel = False

    def set_result(self, value):
        """End with a value, unless the task was told to stop meanwhile."""
        if self.must_cancel:
            self.finish("cancelled", None, CancelledError(*self.said))
        else:
            super().set_result(value)

    def cancel(self, msg=None):
        """Have a CancelledError raised in it; return False if done."""
        if self.done():
            return False
        if not (self.waits_for and self.waits_for.cancel(msg)):
            self.must_cancel, self.said = True, (msg,) if msg else ()
        return True
