"""An exercise: a loop that does not forget in silence."""
from ghetto_asyncio.readiness import small


class Loop(small.Loop):
    """Runs tasks: generators that yield (socket, event) to wait."""

    def step(self, task):
        """Resume a task; the second on one socket gets a RuntimeError."""
        raise NotImplementedError
