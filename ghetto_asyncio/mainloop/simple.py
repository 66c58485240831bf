"""The main loop: what is watched is what somebody waits for."""
from collections import deque
from selectors import DefaultSelector
from traceback import print_exception

from ghetto_asyncio.mainloop.ops import Calls


class Loop(Calls):
    """Runs tasks: generators that yield (socket, event) to wait."""

    def __init__(self):
        self.tasks = set()
        self.ready = deque()
        self.waiting = {}

    def create_task(self, task):
        """Let a task take its first step soon."""
        self.tasks.add(task)
        self.ready.append((task, None))

    def run(self):
        """Go round until every task has ended; close what is left."""
        self.selector = DefaultSelector()
        try:
            while self.tasks:
                self.wake()
                for _ in range(len(self.ready)):
                    self.step(*self.ready.popleft())
        finally:
            self.selector.close()
            while self.tasks:
                self.tasks.pop().close()

    def step(self, task, error):
        """Resume a task; see what it wants next, or how it ended."""
        try:
            wanted = task.throw(error) if error else next(task)
        except StopIteration:
            self.tasks.discard(task)
        except Exception as failure:
            self.tasks.discard(task)
            print_exception(failure)
        else:
            self.park(task, wanted)

    def park(self, task, wanted):
        """Let a task wait; if that is impossible, it hears why."""
        if wanted is None:
            self.ready.append((task, None))
            return
        try:
            sock, event = wanted
            self.watch(sock, [*self.waiting.get(sock, ()), (task, event)])
        except Exception as error:
            self.ready.append((task, error))

    def watch(self, sock, waiters):
        """Watch a socket for what these tasks wait for, and no more."""
        if sock in self.waiting:
            self.selector.unregister(sock)
            del self.waiting[sock]
        if waiters:
            self.selector.register(sock, sum({event for _, event in waiters}))
            self.waiting[sock] = waiters

    def wake(self):
        """Wait for events; the tasks that wait for them may try."""
        timeout = 0 if self.ready else None
        for key, _events in self.selector.select(timeout):
            for task, _event in self.waiting[key.fileobj]:
                self.ready.append((task, None))
            self.watch(key.fileobj, ())
