"""A task that says what curio's tasks say."""
import logging
from itertools import count

from ghetto_asyncio.kernel.traps import current_task, trap
from ghetto_asyncio.together.curio import state
from ghetto_asyncio.together.curio.coroutines import coroutine_of
from ghetto_asyncio.together.curio.errors import TaskCancelled, TaskError

__all__ = ["Task", "current_task", "spawn"]


class Task(state.Task):
    """A task that has a number, and may be in a group."""

    ids = count(1)
    taskgroup = None
    joined = daemon = False

    def __init__(self, coro, name):
        super().__init__(coro, name)
        self.id, self.deadlines = next(self.ids), []

    def __repr__(self):
        return f"Task(id={self.id}, name={self.name!r})"

    def end(self, result, error, heard=False):
        """Keep how it ended; log an error that `run` does not raise."""
        self.close()
        self.ended, self.value, self.error = True, result, error
        if isinstance(error, Exception) and not heard:
            logging.error("Task Crash: %r", self, exc_info=error)

    def tell(self):
        """Say nothing: `end` has logged the error if nobody waited."""

    async def join(self):
        """Wait for the end; return the result, or raise TaskError."""
        await self.wait()
        self.joined = True
        if self.taskgroup:
            self.taskgroup.discard(self)
        if self.error is not None:
            raise TaskError(f"{self.name} failed") from self.error
        return self.value

    async def cancel(self, *, exc=TaskCancelled, blocking=True):
        """Raise an error in the task, once; see it end if `blocking`."""
        self.joined = self.joined or self.ended
        error = exc(exc.__name__) if isinstance(exc, type) else exc
        await trap("cancel", self, error)
        if blocking:
            await self.wait()


async def spawn(what, *args, daemon=False):
    """Have a coroutine run as a task; return the task."""
    task = await trap("spawn", coroutine_of(what, *args))
    task.daemon = daemon
    return task
