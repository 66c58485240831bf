"""A limit knows that its time was up, and raises a TimeoutError."""
from asyncio import CancelledError, current_task, get_running_loop

from ghetto_asyncio.limits import timer_bug


class timeout(timer_bug.timeout):
    """Give a block this many seconds; then raise TimeoutError."""

    struck = False

    async def __aenter__(self):
        loop, self.task = get_running_loop(), current_task()
        self.timer = loop.call_later(self.seconds, self.strike)

    def strike(self):
        """The time is up: tell the task to stop, and remember it."""
        self.struck = True
        self.task.cancel()

    async def __aexit__(self, kind, error, trace):
        self.timer.cancel()
        if self.struck and isinstance(error, CancelledError):
            raise TimeoutError from error
