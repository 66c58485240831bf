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
        """Go round until every task has ended."""
        self.selector = DefaultSelector()
        try:
            while self.tasks:
                self.wake()
                for _ in range(len(self.ready)):
                    self.step(*self.ready.popleft())
        finally:
            self.end()

    def how_long(self):
        """Return how many seconds to wait for events; None: for ever."""
        return 0 if self.ready else None

    def wake(self):
        """Wait for events; whoever waited for one is ready."""
        for key, mask in self.selector.select(self.how_long()):
            waiters = self.waiting.get(key.fileobj, ())
            woken = [task for task, event in waiters if event & mask]
            self.ready.extend((task, None) for task in woken)
            stay = [pair for pair in waiters if not pair[1] & mask]
            self.watch(key.fileobj, stay)

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
        """Let a task wait for (socket, event), or for its next turn."""
        if wanted is None:
            self.ready.append((task, None))
            return
        try:
            sock, event = wanted
            waiters = [*self.waiting.get(sock, ()), (task, event)]
        except (TypeError, ValueError) as error:
            self.ready.append((task, error))
        else:
            self.watch(sock, waiters)

    def watch(self, sock, waiters):
        """Keep who waits for a socket, and watch it for that."""
        self.waiting.pop(sock, None)
        try:
            self.register(sock, sum({event for _task, event in waiters}))
            if waiters:
                self.waiting[sock] = waiters
        except (OSError, TypeError, ValueError) as error:
            self.ready.extend((task, error) for task, _event in waiters)

    def register(self, sock, events):
        """Have a socket watched for these events, and no others."""
        known = self.selector.get_map().get(sock)
        if known and (known.fileobj is not sock or sock.fileno() < 0):
            self.renew()
        elif known:
            self.selector.unregister(sock)
        if events:
            self.selector.register(sock, events)

    def renew(self):
        """Take a new selector: the old one knows a closed socket."""
        self.selector.close()
        self.selector = DefaultSelector()
        everybody, self.waiting = self.waiting, {}
        for sock, waiters in everybody.items():
            self.watch(sock, waiters)

    def end(self):
        """Close every task; a clean-up that fails hides nothing."""
        self.selector.close()
        self.waiting.clear()
        while self.tasks:
            try:
                self.tasks.pop().close()
            except Exception as failure:
                print_exception(failure)
        self.ready.clear()
