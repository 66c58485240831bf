"""The kernel, with tasks that can be cancelled, and timeouts."""
from asyncio import CancelledError
from traceback import print_exception

from ghetto_asyncio.cancellation import cancel
from ghetto_asyncio.cancellation.deadlines import Deadlines
from ghetto_asyncio.kernel import task
from ghetto_asyncio.kernel.traps import park, trap

WAITS = 9  # how often a clean-up may wait while its kernel closes


class Task(cancel.Task):
    """A task that has time limits and shields."""

    def __init__(self, coro, name):
        super().__init__(coro, name)
        self.limits, self.shields, self.cancel_error = [], 0, None

    async def cancel(self, blocking=True, exc=CancelledError):
        """Raise an error in the task where it waits; wait for its end.

        Return whether it had not ended before. If its clean-up fails,
        the error is printed, and not raised.
        """
        late, exc = self.ended, exc() if isinstance(exc, type) else exc
        await trap("cancel", self, exc)
        if blocking and not self.ended:
            await park(self.joiners)
            if self.error is not exc:
                self.tell()
        return not late

    def close(self):
        """Let the coroutine clean up at once; interrupt each of its waits."""
        try:
            for _ in range(WAITS if getattr(self.coro, "cr_frame", 0) else 0):
                self.coro.throw(CancelledError())
        except (StopIteration, CancelledError):
            pass
        except task.STOPS:
            raise
        except BaseException as failure:
            print_exception(failure)
        super().close()


class Kernel(cancel.Kernel):
    """Interrupts tasks, because others ask or because time is up."""

    new_task = Task

    def __init__(self):
        super().__init__()
        self.sleepers, self.timeouts = Deadlines(), Deadlines()

    def close(self):
        """Cancel the tasks that are left and see them end; close the rest."""
        left = list(self.tasks)
        try:
            for other in left:
                if other.place is None:  # Ctrl-C has struck in its turn
                    self.end(other, None, CancelledError())
                if other.thrown is not other.cancel_error:
                    other.cancelled = False  # once more, if it has stayed
                self.trap_cancel(other, CancelledError())
            for other in left:
                self.run_until(other)
        except Exception as failure:
            print("while closing:", failure)
        finally:
            super().close()

    def trap_cancel(self, task, error):
        """Cancel a task, once; its timeouts do not matter any more."""
        if not isinstance(error, BaseException):
            raise TypeError(f"{error!r} cannot be raised")
        if not task.ended and not task.cancelled:
            task.cancelled, task.cancel_error = True, error
            for timeout in task.limits:
                self.timeouts.remove(timeout)
            task.interrupts = []
            self.interrupt(task, error)

    def interrupt(self, task, error):
        """Raise an error in a task, or keep it until its shields are gone."""
        if task.shields:
            task.interrupts = [*task.interrupts, error]
        else:
            super().interrupt(task, error)

    def trap_park(self, place, *where):
        """Park the asking task; under a shield, nothing interrupts it."""
        if self.running.shields:
            super(cancel.Kernel, self).trap_park(place, *where)
        else:
            super().trap_park(place, *where)

    def trap_shield(self, change):
        """Count the shields of the task that asks."""
        self.running.shields += change

    def trap_interrupt(self, task, error):
        """Raise an error in a task without cancelling it."""
        if not isinstance(error, BaseException):
            raise TypeError(f"{error!r} cannot be raised")
        self.interrupt(task, error)

    def how_long(self):
        """Give the seconds until the next task is due, or None."""
        now = self.trap_clock()
        seconds = super().how_long(), self.timeouts.how_long(now)
        return min((s for s in seconds if s is not None), default=None)

    def wait(self):
        """Wait until a task can go on, or until a timeout strikes."""
        super().wait()
        for timeout in self.timeouts.due(self.trap_clock()):
            self.interrupt(timeout.task, timeout.error)

    def trap_set_timeout(self, timeout, seconds):
        """Interrupt the asking task after this many seconds; None: never."""
        timeout.task = self.running
        if seconds is not None:
            self.timeouts.append(timeout, self.trap_clock() + seconds)
        timeout.task.limits = [*timeout.task.limits, timeout]

    def trap_unset_timeout(self, timeout):
        """Forget a timeout, and its error if that is still to come."""
        self.timeouts.remove(timeout)
        task, error = timeout.task, timeout.error
        task.limits = [t for t in task.limits if t is not timeout]
        task.interrupts = [e for e in task.interrupts if e is not error]
