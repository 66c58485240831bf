"""This small loop runs a new task without the queue."""
from ghetto_asyncio.readiness import small


class Loop(small.Loop):
    """Runs tasks: generators that yield (socket, event) to wait."""

    def create_task(self, task):
        """Let a task take its first step now."""
        self.step(task)
