"""A task that asyncio's own functions accept as a task."""
import asyncio
from contextvars import copy_context
from itertools import count

from ghetto_asyncio.limits import task
from ghetto_asyncio.runner import future


class Task(task.Task, future.Future):
    """Has a name and a context; waits for any future."""

    numbers = count(1)

    def __init__(self, coro, loop, name=None, context=None):
        self.context = copy_context() if context is None else context
        super().__init__(coro, loop)
        self.set_name(f"Task-{next(self.numbers)}" if name is None else name)
        asyncio._register_task(self)

    def step(self, error=None):
        """Take a step, in the context of the task."""
        try:
            self.context.run(super().step, error)
        finally:
            self = error = None

    def wait_for(self, wanted):
        """Wait for a future of this loop: ours, or one of asyncio's."""
        known = getattr(wanted, "_asyncio_future_blocking", False)
        if not known or wanted is self:
            super().wait_for(wanted)
        elif wanted.get_loop() is not self.loop:
            error = RuntimeError(f"{wanted} is attached to a different loop")
            self.loop.call_soon(self.step, error)
        else:
            wanted._asyncio_future_blocking = False
            wanted.add_done_callback(self.wake_up)
            self.waits_for = wanted
            if self.must_cancel and wanted.cancel(*self.said):
                self.must_cancel = False

    def get_name(self):
        """Return the name."""
        return self.name

    def set_name(self, name):
        """Give the task a name."""
        self.name = str(name)

    def get_coro(self):
        """Return the coroutine."""
        return self.coro
