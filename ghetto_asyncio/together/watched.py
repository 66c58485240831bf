"""Sockets that stay registered, with an epoll that wakes tasks (Linux)."""
import select
from selectors import EVENT_READ, EVENT_WRITE

from ghetto_asyncio.kernel.sockets import Sockets
from ghetto_asyncio.together import quick


class Watched(Sockets):
    """Watches a socket until an event comes that nobody waits for."""

    def __init__(self, ready):
        self.ready, self.epoll, self.selector = ready, select.epoll(), self
        self.waiting = {EVENT_READ: {}, EVENT_WRITE: {}}
        self.watched = {EVENT_READ: {}, EVENT_WRITE: {}}
        self.bits = {EVENT_READ: select.EPOLLIN, EVENT_WRITE: select.EPOLLOUT}
        self.doubtful = set()

    def get_map(self):
        """Give who waits for anything, as a selector does."""
        return self.waiting[EVENT_READ] or self.waiting[EVENT_WRITE]

    def close(self):
        """Close the epoll."""
        self.epoll.close()

    def append(self, task, sock, event):
        """Keep a task until the event; raise RuntimeError if one is here."""
        number, waiting = sock.fileno(), self.waiting[event]
        if number in waiting:
            raise RuntimeError(f"{waiting[number].name} waits there")
        if self.watched[event].get(number) is not sock:
            self.watch(number, {**self.at(number), event: sock})
        waiting[number], task.number = task, number

    def remove(self, task):
        """Forget a task; its socket stays watched."""
        for waiting in self.waiting.values():
            if waiting.get(task.number) is task:
                del waiting[task.number]

    def at(self, number):
        """Return what is watched by this number: a socket by event."""
        return {event: socks[number] for event, socks in self.watched.items()
                if number in socks}

    def watch(self, number, socks):
        """Watch a number for these events of these sockets, and no more."""
        bits = sum(self.bits[event] for event in socks)
        if not bits:
            self.epoll.unregister(number)
        elif self.at(number):
            self.epoll.modify(number, bits)
        else:
            self.epoll.register(number, bits)
        self.forget(number)
        for event, sock in socks.items():
            self.watched[event][number] = sock

    def forget(self, number):
        """Know no socket by this number any more."""
        for socks in self.watched.values():
            socks.pop(number, None)

    def is_stale(self, sock):
        """Say whether the socket known by this number has been closed."""
        number = sock.fileno()
        return any(s.fileno() != number for s in self.at(number).values())

    def take(self, sock):
        """Watch a socket no more; return the tasks that wait for it."""
        number = sock.fileno()
        if self.is_stale(sock):  # a copy of it may still send events
            self.doubtful.add(number)
            self.forget(number)
        elif self.at(number):
            self.watch(number, {})
            self.doubtful.discard(number)
        return [w[number] for w in self.waiting.values() if number in w]

    def narrow(self, number):
        """Watch a number only for what somebody waits for."""
        socks = self.at(number)
        if not socks or any(s.fileno() != number for s in socks.values()):
            self.renew()
        else:
            self.watch(number, {event: sock for event, sock in socks.items()
                                if number in self.waiting[event]})

    def renew(self):
        """Begin with a new epoll, without sockets closed too early."""
        self.epoll.close()
        self.epoll = select.epoll()
        self.doubtful.clear()
        for number in {n for socks in self.watched.values() for n in socks}:
            socks = self.at(number)
            self.forget(number)
            if all(sock.fileno() == number for sock in socks.values()):
                self.watch(number, socks)

    def select(self, seconds):
        """Wait so long at most, or for ever; wake whom an event wakes."""
        ready, readers = self.ready, self.waiting[EVENT_READ]
        readable, doubtful = select.EPOLLIN, self.doubtful
        for number, bits in self.epoll.poll(seconds):
            task = readers.get(number)
            if task and bits == readable and number not in doubtful:
                del readers[number]
                task.place = ready
                ready.append(task)
            else:
                self.sort_out(number, bits)
        return []

    def sort_out(self, number, bits):
        """Wake who waits for any event; watch no more for nobody."""
        if number in self.doubtful and not has_happened(number, bits):
            return self.renew()
        others = (EVENT_READ, select.EPOLLOUT), (EVENT_WRITE, select.EPOLLIN)
        tasks = [self.waiting[event].pop(number, None)
                 for event, other in others if bits != other]
        for task in filter(None, tasks):
            task.place = self.ready
            self.ready.append(task)
        if None in tasks:
            self.narrow(number)


def has_happened(number, bits):
    """Say whether an event is that of the socket itself, not of a copy."""
    poll = select.poll()
    poll.register(number, bits)
    return poll.poll(0)


class Kernel(quick.Kernel):
    """Lets an epoll wake tasks, where there is one."""

    def __init__(self):
        super().__init__()
        if hasattr(select, "epoll"):
            self.sockets.selector.close()
            self.sockets = Watched(self.ready)
            self.traps["wait_for"] = self.wait_for

    def wait_for(self, sock, event):
        """Let the task that asks wait; it may be that all is prepared."""
        task, sockets, number = self.running, self.sockets, sock.fileno()
        waiting = sockets.waiting[event]
        if (sockets.watched[event].get(number) is sock and task.calm
                and number not in waiting):
            waiting[number], task.number = task, number
            task.place, self.running, self.looks = sockets, None, True
        else:
            self.trap_wait_for(sock, event)

    def trap_unwatch(self, sock):
        """Watch a socket only for what somebody waits for."""
        number = sock.fileno()
        if hasattr(select, "epoll") and self.sockets.at(number):
            self.sockets.narrow(number)
