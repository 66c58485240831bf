"""What asyncio.Runner asks of a loop."""
from contextlib import suppress

from ghetto_asyncio.runner import calls
from ghetto_asyncio.runner.future import Future
from ghetto_asyncio.runner.task import Task


class Loop(calls.Loop):
    """Runs programs for asyncio.Runner(loop_factory=Loop)."""

    new_task = Task

    def create_future(self):
        """Return a future that asyncio's functions accept as a future."""
        return Future(self)

    def create_task(self, coro, *, name=None, context=None):
        """Let a coroutine take its first step soon; return its task."""
        task = self.new_task(coro, self, name, context)
        self.tasks.add(task)
        return task

    def call_soon_threadsafe(self, callback, *args, context=None):
        """Have a call made soon, and ring the bell: the loop may be asleep."""
        handle = self.call_soon(callback, *args, context=context)
        with suppress(BlockingIOError):  # the bell rings already
            self.button.send(b"\0")
        return handle

    def set_debug(self, enabled):
        """Do nothing: this loop has no debug mode."""

    async def shutdown_asyncgens(self):
        """Do nothing: this loop does not know asynchronous generators yet."""

    async def shutdown_default_executor(self, timeout=None):
        """Do nothing: this loop has no threads yet."""

    def is_closed(self):
        """Return whether the loop has been closed."""
        return self.closed

    def close(self):
        """Close what is left, and refuse every call from now on."""
        if not self.closed:
            self.closed = True
            super().close()
