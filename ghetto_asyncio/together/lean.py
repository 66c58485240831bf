"""Tasks for a quick kernel: small, made quickly, and soon asked."""
from types import coroutine

from ghetto_asyncio.cancellation import kernel


class End(list):
    """Where tasks wait for the end of another."""

    __slots__ = ("task_name",)

    @property
    def name(self):
        """Say what the tasks in it wait for, for a report."""
        return f"the end of {self.task_name}"


class Task(kernel.Task):
    """A task that is calm: it hears of its turn, and of nothing else."""

    answer = result = error = deadline = cancel_error = None
    cancelled = False
    interrupts, limits, shields = (), (), 0

    def __init__(self, coro, name):
        self.coro, self.name, self.calm = coro, name, True
        self.place = self.thrown = self.waiters = None
        self.ended = False

    @property
    def joiners(self):
        """Give the place where others wait for the end; make it first."""
        if self.waiters is None:
            self.waiters = End()
            self.waiters.task_name = self.name
        return self.waiters

    @joiners.setter
    def joiners(self, place):
        """Let tasks that join this one wait in another place."""
        self.waiters = place

    def resume(self):
        """Let a task go on that is not calm."""
        thrown, self.thrown, self.calm = self.thrown, None, not self.interrupts
        if thrown is not None:
            return self.coro.throw(thrown)
        return self.coro.send(self.answer)

    @coroutine
    def join(self):
        """Wait for the end; return the result, or raise the error."""
        if not self.ended:
            yield "park", self.waiters or self.joiners
        return self.outcome()

    @coroutine
    def cancel(self, blocking=True, exc=kernel.CancelledError):
        """Raise an error in the task where it waits; wait for its end."""
        late, exc = self.ended, exc() if isinstance(exc, type) else exc
        yield "cancel", self, exc
        if blocking and not self.ended:
            yield "park", self.waiters or self.joiners
            if self.error is not exc:
                self.tell()
        return not late

    def close(self):
        """Let the coroutine clean up, if it has not ended."""
        if getattr(self.coro, "cr_frame", True):
            super().close()
