"""A limit that knows that its time was up, and makes an error of it."""
from asyncio import CancelledError, current_task

from ghetto_asyncio.limits import timer_bug


class timeout(timer_bug.timeout):
    """Give what is inside so many seconds; then raise TimeoutError."""

    struck = False

    async def __aenter__(self):
        self.task = current_task()
        self.timer = self.task.loop.call_later(self.seconds, self.strike)
        return self

    def strike(self):
        """The time is up: cancel the task, and remember it."""
        self.struck = True
        self.task.cancel()

    async def __aexit__(self, kind, error, trace):
        self.timer.cancel()
        if self.struck and kind is CancelledError:
            raise TimeoutError from error
