"""Where tasks wait for sockets that stay registered (Linux: epoll)."""
import select
from selectors import EVENT_READ, EVENT_WRITE, SelectSelector

from ghetto_asyncio.kernel.sockets import Sockets, was_closed


class Registered(Sockets):
    """Watches a socket until an event comes that nobody waits for.

    It answers what a kernel asks a selector, so it is its own selector.
    """

    def __init__(self):
        self.epoll, self.selector = select.epoll(), self
        self.bits = {EVENT_READ: select.EPOLLIN, EVENT_WRITE: select.EPOLLOUT}
        self.watched = {EVENT_READ: {}, EVENT_WRITE: {}}
        self.waiting = {EVENT_READ: {}, EVENT_WRITE: {}}
        self.doubtful = set()

    def get_map(self):
        """Return some tasks that wait, if there are any."""
        return self.waiting[EVENT_READ] or self.waiting[EVENT_WRITE]

    def close(self):
        """Close the epoll."""
        self.epoll.close()

    def append(self, task, sock, event):
        """Keep a task until the event; RuntimeError if one is here already."""
        number, waiting = self.find(sock, event), self.waiting[event]
        if number in waiting:
            raise RuntimeError(f"{waiting[number].name} waits there")
        if self.watched[event].get(number) is not sock:
            self.watch(number, {**self.known(number), event: sock})
        waiting[number], task.number = task, number

    def remove(self, task):
        """Forget a task; its socket stays watched."""
        for waiting in self.waiting.values():
            if waiting.get(task.number) is task:
                del waiting[task.number]

    def at(self, sock):
        """Return who waits for a socket: a task for each event."""
        number = self.find(sock)
        return {event: waiting[number]
                for event, waiting in self.waiting.items()
                if number in waiting}

    def known(self, number):
        """Return what is watched by a number: a socket for each event."""
        return {event: watched[number]
                for event, watched in self.watched.items()
                if number in watched}

    def find(self, sock, event=EVENT_READ):
        """Give the number of a socket, or what it was before it closed."""
        try:
            with SelectSelector() as strict:  # it says what is wrong
                return strict.register(sock, event).fd
        except ValueError:
            for watched in self.watched.values():
                for number, known in watched.items():
                    if known is sock:
                        return number
            raise

    def watch(self, number, socks):
        """Watch a number for these events of these sockets, and no more."""
        bits = sum(self.bits[event] for event in socks)
        if not bits:
            self.epoll.unregister(number)
        elif self.known(number):
            self.epoll.modify(number, bits)
        else:
            self.epoll.register(number, bits)
        self.forget(number)
        for event, sock in socks.items():
            self.watched[event][number] = sock

    def forget(self, number):
        """Know no socket by this number any more."""
        for watched in self.watched.values():
            watched.pop(number, None)

    def is_stale(self, sock):
        """Say whether the socket known by this number has been closed."""
        number = self.find(sock)
        known = self.known(number).values()
        return any(was_closed(sock, number) for sock in known)

    def take(self, sock):
        """Stop watching a socket; return the tasks that wait for it."""
        try:
            number, tasks = self.find(sock), self.at(sock).values()
        except ValueError:
            return []
        if self.is_stale(sock):  # a copy of it may still send events
            self.doubtful.add(number)
            self.forget(number)
        elif self.known(number):
            self.watch(number, {})
            self.doubtful.discard(number)
        return tasks

    def narrow(self, number):
        """Watch a number only for what somebody waits for."""
        if self.is_stale(number) or not (known := self.known(number)):
            self.renew()
        else:
            self.watch(number, {event: sock for event, sock in known.items()
                                if number in self.waiting[event]})

    def renew(self):
        """Begin a new epoll, without sockets that were closed too early."""
        self.epoll.close()
        self.epoll = select.epoll()
        self.doubtful.clear()
        readers, writers = self.watched.values()
        for number in {*readers, *writers}:
            known, stale = self.known(number), self.is_stale(number)
            self.forget(number)
            if not stale:
                self.watch(number, known)
