"""A loop that does not forget in silence."""
from ghetto_asyncio.readiness import small


class Loop(small.Loop):
    """Runs tasks: generators that yield (socket, event) to wait."""

    def step(self, task):
        """Resume a task; the second on one socket gets a RuntimeError."""
        try:
            sock, event = next(task)
            while sock.fileno() in self.waiting:
                error = RuntimeError(f"somebody waits for {sock.fileno()}")
                sock, event = task.throw(error)
        except StopIteration:
            return
        self.poll.register(sock, event)
        self.waiting[sock.fileno()] = task
