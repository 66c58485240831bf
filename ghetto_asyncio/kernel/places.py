"""Places where tasks wait: a queue, a heap of deadlines, sockets."""
from collections import deque
from heapq import heappop, heappush
from itertools import count
from selectors import DefaultSelector


class Place(deque):
    """Where tasks wait, first come, first served."""

    def __init__(self, name):
        super().__init__()
        self.name = name


class Deadlines:
    """Where tasks sleep; equal deadlines keep their order."""

    name = "the clock"

    def __init__(self):
        self.heap = []
        self.order = count()

    def append(self, task, when):
        """Keep a task until `when`, in seconds."""
        task.deadline = when, next(self.order), task
        heappush(self.heap, task.deadline)

    def remove(self, task):
        """Forget a task; its entry goes when it comes to the front."""
        task.deadline = None

    def next(self):
        """Say when the next task is due, or None."""
        while self.heap and self.heap[0][2].deadline is not self.heap[0]:
            heappop(self.heap)
        return self.heap[0][0] if self.heap else None

    def how_long(self, now):
        """Give the seconds until somebody is due; None if nobody is."""
        when = self.next()
        return None if when is None else max(0, when - now)

    def due(self, now):
        """Take out the tasks whose time has come, in order."""
        found = []
        while (when := self.next()) is not None and when <= now:
            found.append(heappop(self.heap)[2])
        return found


class Sockets:
    """Where tasks wait for sockets, one for each event of a socket."""

    name = "a socket"

    def __init__(self):
        self.selector = DefaultSelector()

    def __len__(self):
        return len(self.selector.get_map())

    def append(self, task, sock, event):
        """Keep a task until the event; raise RuntimeError if one is here."""
        tasks = self.at(sock)
        if event in tasks:
            raise RuntimeError(f"{tasks[event].name} waits there")
        self.watch(sock, {**tasks, event: task})
        task.wanted = sock, event

    def remove(self, task):
        """Forget a task; watch for the others only."""
        sock, event = task.wanted
        tasks = self.at(sock)
        self.watch(sock, {e: t for e, t in tasks.items() if e != event})

    def at(self, sock):
        """Return who waits for a socket: a task for each event."""
        key = self.selector.get_map().get(sock)
        return key.data if key else {}

    def watch(self, sock, tasks):
        """Watch a socket for what these tasks wait for, and no more."""
        if self.at(sock):
            self.selector.unregister(sock)
        if tasks:
            self.selector.register(sock, sum(tasks), tasks)

    def select(self, seconds):
        """Wait so long at most, or for ever; return whom an event woke."""
        found = self.selector.select(seconds)
        return [t for k, events in found for e, t in k.data.items()
                if e & events]
