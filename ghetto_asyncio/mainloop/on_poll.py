"""The first main loop: poll() decides who goes on."""
import select
from collections import deque


class Loop:
    """Runs generators that yield (socket, event) to wait."""

    def __init__(self):
        self.ready = deque()
        self.waiting = {}
        self.poll = select.poll()

    def create_task(self, task):
        """Let a generator take its first step later."""
        self.ready.append(task)

    def run(self):
        """Go on until nobody is ready and nobody waits."""
        try:
            while self.ready or self.waiting:
                if self.ready:
                    self.step(self.ready.popleft())
                else:
                    self.wait()
        finally:
            for task in self.waiting.values():
                task.close()

    def step(self, task):
        """Resume a task, and watch what it waits for next."""
        try:
            sock, event = next(task)
        except StopIteration:
            return
        self.poll.register(sock, event)
        self.waiting[sock.fileno()] = task

    def wait(self):
        """Wait for events; whoever waited for them is ready."""
        for number, _events in self.poll.poll():
            self.poll.unregister(number)
            self.ready.append(self.waiting.pop(number))
