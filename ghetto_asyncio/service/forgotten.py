"""A task that is not forgotten in silence."""
import asyncio

from ghetto_asyncio.runner import task


class Task(task.Task):
    """Tells its loop if it is lost, or if nobody asks how it failed."""

    state, unseen = "not begun", False

    def __init__(self, coro, loop, name=None, context=None):
        if not asyncio.iscoroutine(coro):
            raise TypeError(f"a coroutine was expected, got {coro!r}")
        super().__init__(coro, loop, name, context)

    def finish(self, state, value, error):
        """Keep how it ended; if it failed, nobody has asked yet."""
        super().finish(state, value, error)
        self.unseen = state == "finished" and error is not None

    def result(self):
        """Return the value, or raise the exception."""
        self.unseen = False
        try:
            return super().result()
        finally:
            self = None

    def exception(self):
        """Return the exception or None; raise if cancelled or pending."""
        self.unseen = False
        return super().exception()

    def cancel(self, msg=None):
        """Have a CancelledError raised in it; return False if done."""
        self.unseen = False
        return super().cancel(msg)

    def __del__(self):
        if self.unseen:
            self.loop.call_exception_handler({
                "message": "Task exception was never retrieved",
                "exception": self.error, "future": self})
        elif not self.done():
            self.loop.call_exception_handler({
                "message": "Task was destroyed but it is pending!",
                "task": self})
