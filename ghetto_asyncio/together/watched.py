"""Sockets that stay registered, and an epoll that wakes tasks (Linux)."""
import select
from selectors import EVENT_READ, EVENT_WRITE

from ghetto_asyncio.kernel.places import Sockets
from ghetto_asyncio.together import quick


class Watched(Sockets):
    """Watches a socket until an event comes that nobody waits for."""

    def __init__(self, ready):
        self.ready, self.selector = ready, select.epoll()
        self.bits = {EVENT_READ: select.EPOLLIN, EVENT_WRITE: select.EPOLLOUT}
        self.waiting = {EVENT_READ: {}, EVENT_WRITE: {}}
        self.socks, self.masks, self.doubtful = {}, {}, set()

    def __len__(self):
        return sum(map(len, self.waiting.values()))

    def append(self, task, sock, event):
        """Keep a task until the event; raise RuntimeError if one is here."""
        waiting, number = self.waiting[event], sock.fileno()
        if number in waiting:
            raise RuntimeError(f"{waiting[number].name} waits there")
        bit, mask = self.bits[event], self.masks.get(number, 0)
        if not mask & bit or self.socks[number] is not sock:
            self.watch(number, mask | bit)
            self.socks[number] = sock
        waiting[number] = task
        task.wanted = waiting, number

    def remove(self, task):
        """Forget a task; its socket stays watched."""
        waiting, number = task.wanted
        waiting.pop(number, None)

    def watch(self, number, mask):
        """Watch a number for these events, or no more."""
        before = self.masks.get(number)
        if not mask:
            self.selector.unregister(number)
            del self.masks[number], self.socks[number]
            self.doubtful.discard(number)
            return
        if before:
            self.selector.modify(number, mask)
        else:
            self.selector.register(number, mask)
        self.masks[number] = mask

    def is_stale(self, sock):
        """Say whether the socket known by this number has been closed."""
        number = sock.fileno()
        return number in self.socks and self.socks[number].fileno() != number

    def take(self, sock):
        """Watch a socket no more; return the tasks that wait for it."""
        number = sock.fileno()
        if self.is_stale(sock):  # epoll has forgotten it, or knows a copy
            del self.masks[number], self.socks[number]
            self.doubtful.add(number)
        elif number in self.socks:
            self.watch(number, 0)
        return [tasks[number] for tasks in self.waiting.values()
                if number in tasks]

    def narrow(self, number):
        """Watch a number only for what somebody waits for."""
        mask = sum(bit for event, bit in self.bits.items()
                   if number in self.waiting[event])
        try:
            self.watch(number, mask)
        except (OSError, KeyError):  # closed too early, and copied
            self.renew()

    def renew(self):
        """Ask a new epoll, without sockets that were closed too early."""
        self.selector.close()
        self.selector = select.epoll()
        self.doubtful.clear()
        for number, sock in list(self.socks.items()):
            if sock.fileno() == number:
                self.selector.register(number, self.masks[number])
            else:
                del self.masks[number], self.socks[number]

    def is_false(self, number):
        """Say whether an event came from a copy of a closed socket."""
        poll = select.poll()
        poll.register(number, self.masks.get(number, 0))
        return not poll.poll(0)

    def select(self, seconds):
        """Wait so long at most, or for ever; wake tasks at once."""
        readers, writers = self.waiting.values()
        ready, doubtful = self.ready, self.doubtful
        for number, mask in self.selector.poll(seconds):
            if mask == select.EPOLLIN and number not in doubtful:
                tasks = readers.pop(number, None),
            else:
                tasks = self.sort_out(number, mask)
            for task in tasks:
                if task:
                    task.place = ready
                    ready.append(task)
                else:
                    self.narrow(number)
        return []

    def sort_out(self, number, mask):
        """Give who waits for these events; None for what nobody wants."""
        if number in self.doubtful and self.is_false(number):
            self.renew()
            return []
        parts = EVENT_READ, ~select.EPOLLOUT, EVENT_WRITE, ~select.EPOLLIN
        found = []
        for event, bits in zip(parts[::2], parts[1::2]):
            if mask & bits:
                found.append(self.waiting[event].pop(number, None))
        return found


class Kernel(quick.Kernel):
    """Lets an epoll wake tasks, where there is one."""

    def __init__(self):
        super().__init__()
        if hasattr(select, "epoll"):
            self.sockets.selector.close()
            self.sockets = Watched(self.ready)

    def trap_wait_for(self, sock, event):
        """Let the task that asks wait for an event of a socket."""
        self.watching = True
        if self.sockets.socks.get(sock.fileno()) is not sock:
            if self.sockets.is_stale(sock):
                self.trap_release(sock)
        self.trap_park(self.sockets, sock, event)

    def trap_release(self, sock):
        """Let nobody wait for a socket that will be closed."""
        for task in self.sockets.take(sock):
            self.wake(task, OSError("the socket was closed"))

    def trap_unwatch(self, sock):
        """Watch a socket only for what somebody waits for."""
        if sock.fileno() in self.sockets.socks:
            self.sockets.narrow(sock.fileno())
