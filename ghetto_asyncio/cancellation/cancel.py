"""The kernel, with tasks that can be cancelled."""
from asyncio import CancelledError

from ghetto_asyncio.kernel import kernel, task
from ghetto_asyncio.kernel.traps import trap


class Task(task.Task):
    """A task that an error can interrupt where it waits."""

    def __init__(self, coro, name):
        super().__init__(coro, name)
        self.cancelled, self.interrupts = False, []

    async def cancel(self):
        """Interrupt the task where it waits, and wait for its end.

        If its clean-up fails, the error is printed, and not raised.
        """
        await trap("cancel", self)
        await self.wait()


class Kernel(kernel.Kernel):
    """Interrupts a task where it waits, or where it will wait next."""

    new_task = Task

    def trap_cancel(self, task):
        """Interrupt a task once, unless it has ended."""
        if not task.ended and not task.cancelled:
            task.cancelled = True
            self.interrupt(task, CancelledError())

    def interrupt(self, task, error):
        """Raise an error in a task where it waits, or at its next wait."""
        if task.place is None or task.place is self.ready:
            task.interrupts = [*task.interrupts, error]
        else:
            self.wake(task, error)

    def trap_park(self, place, *where):
        """Park the asking task, unless it has been interrupted."""
        if self.running.interrupts:
            self.running.thrown = self.running.interrupts.pop(0)
        else:
            super().trap_park(place, *where)
