"""What asyncio.Runner, tasks and timeouts ask of a loop."""
import asyncio

from ghetto_asyncio.service import calls
from ghetto_asyncio.tasks import guest


class Loop(calls.Loop):
    """Runs what is handed to asyncio.Runner(loop_factory=Loop)."""

    closed = False

    def handle(self, callback, args, context=None):
        """Return a handle for a call; a closed loop will make none."""
        if self.closed:
            raise RuntimeError("Event loop is closed")
        return super().handle(callback, args, context)

    def create_future(self):
        """Return a future that may also be awaited by asyncio's tasks."""
        return guest.Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        """Let a coroutine take its first step soon; return its task."""
        return guest.Task(coro, loop=self, name=name, context=context)

    def run_until_complete(self, future):
        """Go round until it is done, as the running loop of this thread."""
        if asyncio._get_running_loop():
            raise RuntimeError(
                "Cannot run the event loop while another loop is running")
        future = asyncio.ensure_future(future, loop=self)
        try:
            asyncio._set_running_loop(self)
            return super().run_until_complete(future)
        finally:
            asyncio._set_running_loop(None)
            if future.done() and not future.cancelled():
                future.exception()  # the caller sees it: it need not be logged

    def get_debug(self):
        """Return False: this loop has no debug mode."""
        return False

    def set_debug(self, enabled):
        """Take no notice."""

    def get_task_factory(self):
        """Return None: the tasks are our own. AnyIO asks."""

    async def shutdown_asyncgens(self):
        """Close asynchronous generators that are left: not yet."""

    async def shutdown_default_executor(self, timeout=None):
        """Wait for threads: there are none yet."""

    def is_closed(self):
        """Return whether it has been closed."""
        return self.closed

    def close(self):
        """Close the selector."""
        self.closed = True
        super().close()
