"""Sockets that stay registered, and an epoll that wakes tasks (Linux)."""
import select
from selectors import EVENT_READ, EVENT_WRITE

from ghetto_asyncio.kernel.places import Sockets
from ghetto_asyncio.together import quick


class Watched(Sockets):
    """Watches a socket until an event comes that nobody waits for."""

    def __init__(self, ready):
        self.ready, self.selector = ready, select.epoll()
        self.waiting = {EVENT_READ: {}, EVENT_WRITE: {}}
        self.watched = {EVENT_READ: {}, EVENT_WRITE: {}}
        self.doubtful = set()

    def __len__(self):
        return sum(map(len, self.waiting.values()))

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
        """Watch a number for the events of these sockets, and no more."""
        bits = (EVENT_READ in socks and select.EPOLLIN) | (
            EVENT_WRITE in socks and select.EPOLLOUT)
        if not bits:
            self.selector.unregister(number)
        elif self.at(number):
            self.selector.modify(number, bits)
        else:
            self.selector.register(number, bits)
        self.forget(number)
        for event, sock in socks.items():
            self.watched[event][number] = sock

    def forget(self, number):
        """Know no socket by this number any more."""
        for socks in self.watched.values():
            socks.pop(number, None)

    def is_stale(self, number):
        """Say whether the socket known by a number has been closed."""
        return any(s.fileno() != number for s in self.at(number).values())

    def take(self, sock):
        """Watch a socket no more; return the tasks that wait for it."""
        number = sock.fileno()
        if self.is_stale(number):  # only a copy may send events still
            self.doubtful.add(number)
            self.forget(number)
        elif self.at(number):
            self.watch(number, {})
            self.doubtful.discard(number)
        return [w[number] for w in self.waiting.values() if number in w]

    def narrow(self, number):
        """Watch a number only for what somebody waits for."""
        if self.is_stale(number) or not (socks := self.at(number)):
            self.renew()
        else:
            self.watch(number, {event: sock for event, sock in socks.items()
                                if number in self.waiting[event]})

    def renew(self):
        """Ask a new epoll, without sockets that were closed too early."""
        self.selector.close()
        self.selector = select.epoll()
        self.doubtful.clear()
        for number in {n for w in self.watched.values() for n in w}:
            socks, stale = self.at(number), self.is_stale(number)
            self.forget(number)
            if not stale:
                self.watch(number, socks)

    def is_false(self, number):
        """Say whether an event came from a copy of a closed socket."""
        poll = select.poll()
        poll.register(number, select.POLLIN | select.POLLOUT)
        return not poll.poll(0)

    def select(self, seconds):
        """Wait so long at most, or for ever; wake tasks at once."""
        ready, readers = self.ready, self.waiting[EVENT_READ]
        doubtful, readable = self.doubtful, select.EPOLLIN
        for number, bits in self.selector.poll(seconds):
            task = readers.get(number)
            if task and bits == readable and number not in doubtful:
                del readers[number]
                task.place = ready
                ready.append(task)
            else:
                self.sort_out(number, bits)
        return []

    def sort_out(self, number, bits):
        """Wake who waits for these events; watch for nobody no more."""
        if number in self.doubtful and self.is_false(number):
            return self.renew()
        wanted = True
        for event, others in ((EVENT_READ, select.EPOLLOUT),
                              (EVENT_WRITE, select.EPOLLIN)):
            if bits & ~others:
                task = self.waiting[event].pop(number, None)
                if task:
                    task.place = self.ready
                    self.ready.append(task)
                elif wanted:
                    wanted = False
        if not wanted:
            self.narrow(number)


class Kernel(quick.Kernel):
    """Lets an epoll wake tasks, where there is one."""

    def __init__(self):
        super().__init__()
        self.sockets.selector.close()
        self.sockets = Watched(self.ready)

    def trap_wait_for(self, sock, event):
        """Let the task that asks wait for an event of a socket."""
        task, sockets, number = self.running, self.sockets, sock.fileno()
        waiting = sockets.waiting[event]
        if (sockets.watched[event].get(number) is sock and task.calm
                and number not in waiting):
            waiting[number], task.number = task, number
            task.place, self.running, self.watching = sockets, None, True
            return
        if sockets.is_stale(number):
            self.trap_release(sock)
        super().trap_wait_for(sock, event)

    def trap_release(self, sock):
        """Let nobody wait for a socket that will be closed."""
        for task in self.sockets.take(sock):
            self.wake(task, OSError("the socket was closed"))

    def trap_unwatch(self, sock):
        """Watch a socket only for what somebody waits for."""
        if self.sockets.at(sock.fileno()):
            self.sockets.narrow(sock.fileno())
