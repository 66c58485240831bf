"""A kernel whose tasks can sleep while others go on."""
from ghetto_asyncio.kernel import deadlock
from ghetto_asyncio.kernel.deadlines import Deadlines


class Kernel(deadlock.Kernel):
    """Jumps to the next deadline when no task is ready."""

    def __init__(self):
        super().__init__()
        self.sleepers = Deadlines()

    def wait(self):
        """Make sure that a task can go on, and wake all that are due."""
        if not self.ready and self.how_long() is not None:
            self.now += self.how_long()
        for task in self.sleepers.due(self.trap_clock()):
            task.place = self.ready
            self.ready.append(task)
        super().wait()

    def how_long(self):
        """Give the seconds until the next sleeper is due, or None."""
        return self.sleepers.how_long(self.trap_clock())

    def trap_park(self, place, *where):
        """Park the asking task in a place."""
        place.append(self.running, *where)
        self.running.place, self.running = place, None

    def trap_sleep(self, seconds):
        """Park the asking task for a time."""
        self.trap_park(self.sleepers, self.trap_clock() + seconds)
