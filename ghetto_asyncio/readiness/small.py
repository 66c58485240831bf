"""In this loop of fourteen lines, poll() decides who goes on."""
import select
from collections import deque

from ghetto_asyncio.readiness.ops import Calls


class Loop(Calls):
    """Runs tasks: generators that yield (socket, event) to wait."""

    def __init__(self):
        self.ready = deque()
        self.waiting = {}
        self.poll = select.poll()

    def create_task(self, task):
        """Let a task take its first step soon."""
        self.ready.append(task)

    def run(self):
        """Go on until no task is ready and no task waits."""
        while self.ready or self.waiting:
            if self.ready:
                self.step(self.ready.popleft())
            else:
                self.wake()

    def step(self, task):
        """Resume a task, and watch what it waits for next."""
        try:
            sock, event = next(task)
        except StopIteration:
            return
        self.poll.register(sock, event)
        self.waiting[sock.fileno()] = task

    def wake(self):
        """Wait for events; the tasks that waited for them are ready."""
        for number, _event in self.poll.poll():
            self.poll.unregister(number)
            self.ready.append(self.waiting.pop(number))
