"""The main loop: what is watched is what somebody waits for."""
from collections import deque
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
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
        """Go round until every task has ended."""
        with DefaultSelector() as self.selector:
            try:
                while self.tasks:
                    self.wake(timeout=0 if self.ready else None)
                    for _ in range(len(self.ready)):
                        self.step(*self.ready.popleft())
            finally:
                self.end()

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
        """Put a task where it waits, and have its socket watched."""
        if wanted is None:
            self.ready.append((task, None))
        else:
            self.waiting.setdefault(wanted, []).append(task)
            self.watch(wanted[0])

    def wake(self, timeout):
        """Wait for events; whoever waited for one may try again."""
        for key, mask in self.selector.select(timeout):
            for event in (EVENT_READ, EVENT_WRITE):
                if mask & event:
                    self.release((key.fileobj, event))
            self.watch(key.fileobj)

    def release(self, wanted, error=None):
        """Make ready whoever waits for this, perhaps with an error."""
        for task in self.waiting.pop(wanted, ()):
            self.ready.append((task, error))

    def watch(self, sock):
        """Watch a socket for what somebody waits for, and no more."""
        both = (sock, EVENT_READ), (sock, EVENT_WRITE)
        wanted = sum(pair[1] for pair in both if pair in self.waiting)
        try:
            if sock in self.selector.get_map():
                self.selector.unregister(sock)
            if wanted:
                self.selector.register(sock, wanted)
        except (OSError, ValueError) as error:
            for pair in both:
                self.release(pair, error)

    def end(self):
        """Close every task; a clean-up that fails is reported."""
        while self.tasks:
            try:
                self.tasks.pop().close()
            except Exception as failure:
                print_exception(failure)
        self.ready.clear()
        self.waiting.clear()
