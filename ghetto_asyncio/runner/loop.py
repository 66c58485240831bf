"""What asyncio.Runner asks of a loop."""
from contextlib import suppress

from ghetto_asyncio.runner import calls
from ghetto_asyncio.runner.future import Future
from ghetto_asyncio.runner.task import Task


class Loop(calls.Loop):
    """Runs what is handed to asyncio.Runner(loop_factory=Loop)."""

    new_task = Task

    def create_future(self):
        """Return a future that asyncio's functions know as one."""
        return Future(self)

    def create_task(self, coro, *, name=None, context=None):
        """Let a coroutine take its first step soon; return its task."""
        task = self.new_task(coro, self, name, context)
        self.tasks.add(task)
        return task

    def call_soon_threadsafe(self, callback, *args, context=None):
        """Have a call made soon, and ring the bell: the loop may sleep."""
        handle = self.call_soon(callback, *args, context=context)
        with suppress(BlockingIOError):  # it is full, and rings already
            self.button.send(b"\0")
        return handle

    def set_debug(self, enabled):
        """Take no notice: this loop has no debug mode."""

    async def shutdown_asyncgens(self):
        """Close asynchronous generators that are left: not yet."""

    async def shutdown_default_executor(self, timeout=None):
        """Wait for threads: there are none yet."""

    def is_closed(self):
        """Return whether it has been closed."""
        return self.closed

    def close(self):
        """Close what is left, and say no from now on."""
        if not self.closed:
            self.closed = True
            super().close()
