"""Tasks with names, and a loop that knows whose turn it is."""
from itertools import count

from ghetto_asyncio.stopping import task
from ghetto_asyncio.tasks import sockets


class Task(task.Task):
    """A task that says who it is."""

    def __init__(self, coro, loop, name):
        super().__init__(coro, loop)
        self.name = name

    def __repr__(self):
        return f"<{self.name}: {self.coro.__qualname__}, {self.state}>"

    def step(self, error=None):
        """Take a step; meanwhile, this is the current task."""
        self.loop.current = self
        try:
            super().step(error)
        finally:
            self.loop.current = None

    def wait_for(self, wanted):
        """Wait for a future of this loop, and refuse one of another."""
        if getattr(wanted, "loop", self.loop) is self.loop:
            super().wait_for(wanted)
        else:
            error = RuntimeError(f"a task cannot wait for {wanted!r}")
            self.loop.call_soon(self.step, error)


class Loop(sockets.Loop):
    """Knows its tasks by name."""

    def __init__(self):
        super().__init__()
        self.current = None
        self.numbers = count(1)

    def create_task(self, coro, name=None):
        """Let a coroutine take its first step soon; return its task."""
        task = Task(coro, self, name or f"Task-{next(self.numbers)}")
        self.tasks.add(task)
        return task

    def current_task(self):
        """Return the task whose turn it is; None in a callback."""
        return self.current
