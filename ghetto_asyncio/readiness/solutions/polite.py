"""Solution: tasks that give way, and nobody waits for ever."""
from ghetto_asyncio.readiness import small


class Loop(small.Loop):
    """Runs tasks that wait for a socket, or give way with a `yield`."""

    def run(self):
        """Go on until no task is ready and no task waits."""
        while self.ready or self.waiting:
            self.wake(0 if self.ready else None)
            for _ in range(len(self.ready)):
                self.step(self.ready.popleft())

    def step(self, task):
        """Resume a task; watch what it waits for, or let it queue."""
        try:
            wanted = next(task)
        except StopIteration:
            return
        if wanted is None:
            self.ready.append(task)
        else:
            sock, event = wanted
            self.poll.register(sock, event)
            self.waiting[sock.fileno()] = task

    def wake(self, timeout=None):
        """Wait at most `timeout` milliseconds; None means no limit."""
        for number, _event in self.poll.poll(timeout):
            self.poll.unregister(number)
            self.ready.append(self.waiting.pop(number))
