"""A kernel whose tasks can wait for sockets, on the real clock."""
from time import monotonic

from ghetto_asyncio.kernel import sleep
from ghetto_asyncio.kernel.sockets import Sockets


class Kernel(sleep.Kernel):
    """Waits for sockets and deadlines when no task is ready."""

    def __init__(self):
        super().__init__()
        self.sockets = Sockets()

    def run(self, coro):
        """Run a coroutine until it ends; close the selector, too."""
        try:
            return super().run(coro)
        finally:
            self.sockets.selector.close()

    def wait(self):
        """Wait until a task can go on, and wake all that can."""
        seconds = 0 if self.ready else self.how_long()
        if seconds is None and not self.sockets.selector.get_map():
            raise RuntimeError(f"nobody can go on: {self.who_waits()}")
        woken = self.sockets.select(seconds)
        for waiter in woken + self.sleepers.due(self.trap_clock()):
            self.wake(waiter)

    def wake(self, task):
        """Take a task out of its place; it goes on soon."""
        task.place.remove(task)
        task.place = self.ready
        self.ready.append(task)

    def trap_clock(self):
        """Give the time, in seconds."""
        return monotonic()

    def trap_wait_for(self, sock, event):
        """Park the asking task until an event of a socket."""
        self.trap_park(self.sockets, sock, event)
