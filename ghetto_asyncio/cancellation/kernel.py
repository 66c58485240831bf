"""The kernel, with tasks that can be cancelled, and timeouts."""
from asyncio import CancelledError

from ghetto_asyncio.kernel import kernel, task
from ghetto_asyncio.kernel.places import Deadlines
from ghetto_asyncio.kernel.traps import trap


class Task(task.Task):
    """A task that an error can interrupt where it waits."""

    def __init__(self, coro, name):
        super().__init__(coro, name)
        self.interrupts, self.shields = (), 0
        self.cancelled = False

    async def cancel(self, blocking=True, exc=CancelledError):
        """Raise an error in the task where it waits; see it end.

        Return whether it had not ended before.
        """
        late = self.ended
        await trap("cancel", self, exc() if isinstance(exc, type) else exc)
        if blocking:
            await self.wait()
        return not late


class Kernel(kernel.Kernel):
    """Interrupts tasks, because others ask or because time is up."""

    new_task = Task

    def __init__(self):
        super().__init__()
        self.timeouts = Deadlines()

    def run_until(self, task):
        """Go round until a task has ended; cancel whoever is left."""
        super().run_until(task)
        while self.tasks:
            for other in list(self.tasks):
                self.trap_cancel(other, CancelledError())
            super().run_until(other)

    def trap_cancel(self, task, error):
        """Cancel a task, once; its timeouts do not matter any more."""
        if not task.ended and not task.cancelled:
            task.cancelled = True
            task.interrupts = ()
            self.interrupt(task, error)

    def interrupt(self, task, error):
        """Raise an error in a task where it waits, or where it will."""
        if task.shields or task.place in (None, self.ready):
            task.interrupts += (error,)
        else:
            self.wake(task, error)

    def trap_park(self, place, *where):
        """Let the task that asks wait, unless it has been interrupted."""
        task = self.running
        if task.interrupts and not task.shields:
            task.thrown = task.interrupts[0]
            task.interrupts = task.interrupts[1:]
        else:
            super().trap_park(place, *where)

    def trap_shield(self, change):
        """Count the shields of the task that asks."""
        self.running.shields += change

    def how_long(self):
        """Give the seconds until somebody is due, or None."""
        now = self.trap_clock()
        seconds = super().how_long(), self.timeouts.how_long(now)
        return min((s for s in seconds if s is not None), default=None)

    def wait(self):
        """Wait until somebody can go on, or until time is up."""
        super().wait()
        for timeout in self.timeouts.due(self.trap_clock()):
            if not timeout.task.cancelled:
                self.interrupt(timeout.task, timeout.error)

    def trap_set_timeout(self, timeout, seconds):
        """Interrupt the task that asks when so many seconds are over."""
        timeout.task = self.running
        self.timeouts.append(timeout, self.trap_clock() + seconds)

    def trap_unset_timeout(self, timeout):
        """Forget a timeout, and its error if that is still to come."""
        self.timeouts.remove(timeout)
        task, error = timeout.task, timeout.error
        task.interrupts = tuple(e for e in task.interrupts if e is not error)
