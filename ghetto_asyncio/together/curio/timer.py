"""One time for each task: the nearest of the blocks that it is in."""
from ghetto_asyncio.cancellation import kernel
from ghetto_asyncio.together.curio.errors import TaskTimeout


class Timer:
    """Says when the time of a task is up; there is one for each task."""

    deadline = None

    def __init__(self, kernel, task):
        self.kernel, self.task = kernel, task

    @property
    def error(self):
        """What is raised when time is up; then the timer is off."""
        self.deadline = None
        return TaskTimeout(self.kernel.trap_clock())

    def set(self, when):
        """Go off at a time, or, if that is None, not at all."""
        self.kernel.sleepers.remove(self)
        if when is not None:
            self.kernel.sleepers.append(self, when)


class Kernel(kernel.Kernel):
    """Wakes sleepers and stops blocks in the order of their times."""

    def trap_spawn(self, coro, name=None):
        """Make a task that has a timer."""
        task = super().trap_spawn(coro, name)
        task.limits = [Timer(self, task)]
        return task

    def wake(self, task, thrown=None):
        """Take a task out of its place, or let a timer go off."""
        if isinstance(task, Timer):
            self.interrupt(task.task, task.error)
        elif task.place is not self.ready:  # its timer was earlier
            super().wake(task, thrown)

    def trap_set_timeout(self, when):
        """Set the timer, unless it goes off before; give what it was."""
        timer, = self.running.limits
        before = timer.deadline and timer.deadline[0]
        if when is not None and (before is None or when < before):
            timer.set(when)
        return before

    def trap_unset_timeout(self, before):
        """Set the timer back; forget that it has gone off."""
        task = self.running
        task.limits[0].set(before)
        task.interrupts = [error for error in task.interrupts
                           if not isinstance(error, TaskTimeout)]
        return self.trap_clock()
