"""Solution: the first of a queue is registered, and the next after it."""
from collections import defaultdict, deque

from ghetto_asyncio.kernel import kernel, sockets


class Sockets(sockets.Sockets):
    """Keeps a queue of tasks for each event of a socket."""

    def __init__(self):
        super().__init__()
        self.behind = defaultdict(deque)

    def append(self, task, sock, event):
        """Keep a task until the event, behind those who were here."""
        task.wanted = sock, event
        first = self.at(sock).get(event)
        if first is None:
            super().append(task, sock, event)
        else:
            task.number = first.number
            self.behind[task.number, event].append(task)

    def remove(self, task):
        """Forget a task; if it was the first, the next is watched for."""
        sock, event = task.wanted
        queue = self.behind[task.number, event]
        if task in queue:
            queue.remove(task)
        else:
            super().remove(task)
            if queue and not sockets.was_closed(sock, task.number):
                super().append(queue.popleft(), sock, event)

    def take(self, sock):
        """Watch a socket no more; return all who wait for it."""
        tasks = list(super().take(sock))
        for task in list(tasks):
            _sock, event = task.wanted
            tasks += self.behind.pop((task.number, event), ())
        return tasks


class Kernel(kernel.Kernel):
    """Lets many tasks wait for one event of a socket."""

    def __init__(self):
        super().__init__()
        self.sockets.selector.close()
        self.sockets = Sockets()
