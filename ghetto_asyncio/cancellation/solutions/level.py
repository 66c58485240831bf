"""Solution: an interrupt stays until what it is about has ended."""
from ghetto_asyncio.cancellation import virtual
from ghetto_asyncio.kernel import kernel


class Kernel(virtual.Kernel):
    """Raises the error of a cancelled task whenever it would wait.

    So does a timeout, as long as its block has not ended. Inside a
    shield, the task may wait. Each time, the others have a turn: who
    does not listen must not keep the kernel to itself.
    """

    def interrupt(self, task, error):
        """Raise an error in a task where it waits, and then again."""
        task.interrupts.append(error)
        waits = task.place is not None and task.place is not self.ready
        if waits and not task.shields:
            self.wake(task, error)

    def trap_park(self, place, *where):
        """Park the asking task, unless it has been interrupted."""
        task = self.running
        if task.interrupts and not task.shields:
            task.thrown = task.interrupts[0]
            place, where = self.ready, ()
        kernel.Kernel.trap_park(self, place, *where)
