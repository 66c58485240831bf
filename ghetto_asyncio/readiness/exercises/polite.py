"""Exercise: tasks that give way, and nobody waits for ever."""
from ghetto_asyncio.readiness import small


class Loop(small.Loop):
    """Runs tasks that wait for a socket, or give way with a `yield`."""

    def run(self):
        """Go on until no task is ready and no task waits."""
        raise NotImplementedError

    def step(self, task):
        """Resume a task; watch what it waits for, or let it queue."""
        raise NotImplementedError

    def wake(self, timeout=None):
        """Wait at most `timeout` milliseconds; None means no limit."""
        raise NotImplementedError
