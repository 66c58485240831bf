"""A place where tasks wait for sockets: it watches what they wait for."""
from contextlib import suppress
from selectors import DefaultSelector


class Sockets:
    """Keeps one task for each event of a socket."""

    name = "a socket"

    def __init__(self):
        self.selector = DefaultSelector()

    def append(self, task, sock, event):
        """Keep a task until the event; RuntimeError if one is here already."""
        tasks = self.at(sock)
        if event in tasks:
            raise RuntimeError(f"{tasks[event].name} waits there")
        tell = self.selector.modify if tasks else self.selector.register
        key = tell(sock, event + sum(tasks), {**tasks, event: task})
        task.number = key.fd

    def remove(self, task):
        """Forget a task; watch for the others only."""
        tasks = self.at(task.number)
        others = {e: t for e, t in tasks.items() if t is not task}
        with suppress(OSError):  # it was closed, and we were not told
            if others:
                self.selector.modify(task.number, sum(others), others)
            elif tasks:
                self.selector.unregister(task.number)

    def take(self, sock):
        """Stop watching a socket; return the tasks that wait for it."""
        tasks = self.at(sock)
        if tasks:
            self.selector.unregister(sock)
        return tasks.values()

    def at(self, sock):
        """Return the tasks at a socket, one for each event."""
        with suppress(KeyError, ValueError):
            return self.selector.get_key(sock).data
        return {}

    def is_stale(self, sock):
        """Say whether the socket known by this number has been closed."""
        key = self.selector.get_map().get(sock)
        return key is not None and was_closed(key.fileobj, key.fd)

    def select(self, seconds):
        """Wait `seconds` at most; return the tasks whose event has come."""
        try:
            found = self.selector.select(seconds)
        except OverflowError:  # epoll waits for 24 days at most
            found = self.selector.select(86400)
        return [t for k, events in found for e, t in k.data.items()
                if e & events]


def was_closed(known, number):
    """Return whether a socket or a file has lost this number."""
    try:
        return not isinstance(known, int) and known.fileno() != number
    except ValueError:  # a file that is closed says so in this way
        return True
