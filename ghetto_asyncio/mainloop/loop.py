"""The main loop: a scheduler for tasks that wait for sockets."""
from collections import defaultdict, deque
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector

from ghetto_asyncio.mainloop import ops


class Loop:
    """Runs tasks: generators that yield (socket, event) to wait."""

    sock_accept = staticmethod(ops.sock_accept)
    sock_recv = staticmethod(ops.sock_recv)
    sock_sendall = staticmethod(ops.sock_sendall)

    def __init__(self):
        self.tasks = set()
        self.ready = deque()
        self.waiting = defaultdict(deque)
        self.selector = DefaultSelector()

    def create_task(self, task):
        """Let a generator take its first step soon."""
        self.tasks.add(task)
        self.ready.append(task)

    def run(self):
        """Go round until every task has ended."""
        with self.selector:
            try:
                while self.tasks:
                    self.wake(timeout=0 if self.ready else None)
                    for _ in range(len(self.ready)):
                        self.step(self.ready.popleft())
            finally:
                for task in self.tasks:
                    task.close()

    def step(self, task):
        """Resume a task; see what it wants next, or how it ended."""
        try:
            wanted = next(task)
            if wanted and wanted not in self.waiting:
                self.watch(*wanted)
            queue = self.waiting[wanted] if wanted else self.ready
            queue.append(task)
        except StopIteration:
            self.tasks.discard(task)
        except Exception as error:
            self.tasks.discard(task)
            print(f"{task.__name__} failed: {error!r}")

    def wake(self, timeout):
        """Wait for events; one task that waited for each is ready."""
        for key, mask in self.selector.select(timeout):
            for event in (EVENT_READ, EVENT_WRITE):
                if mask & event:
                    if tasks := self.waiting.get((key.fileobj, event)):
                        self.ready.append(tasks.popleft())
                    else:
                        self.unwatch(key.fileobj)
                        break

    def watch(self, sock, event):
        """Have the selector look for one more event on a socket."""
        key = self.selector.get_map().get(sock)
        if key and key.fileobj is sock:
            self.selector.modify(sock, key.events | event)
        else:
            if key:
                self.unwatch(key.fileobj)
            self.selector.register(sock, event)

    def unwatch(self, sock):
        """Forget a socket; who still waits for it tries again."""
        self.selector.unregister(sock)
        for event in (EVENT_READ, EVENT_WRITE):
            self.ready.extend(self.waiting.pop((sock, event), ()))
