"""The way from epoll to a task without detours, for a quick kernel."""
import select
from selectors import EVENT_READ, EVENT_WRITE

from ghetto_asyncio.together import quick, registered


class Watched(registered.Registered):
    """Puts tasks into the queue itself when their events come."""

    def __init__(self, ready):
        super().__init__()
        self.ready = ready

    def select(self, seconds):
        """Wait `seconds` at most; wake the tasks here, and return none."""
        ready, readers = self.ready, self.waiting[EVENT_READ]
        readable, doubtful = select.EPOLLIN, self.doubtful
        if seconds and seconds > 86400:
            seconds = 86400  # epoll waits for 24 days at most
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
        """Wake the tasks that wait; watch no more where none does."""
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
        """Park the asking task; mostly, everything is prepared."""
        task, sockets = self.running, self.sockets
        try:
            number, waiting = sock.fileno(), sockets.waiting[event]
            prepared = sockets.watched[event].get(number) is sock
        except (AttributeError, KeyError):
            prepared = False
        if prepared and task.calm and number not in waiting:
            waiting[number], task.number = task, number
            task.place, self.running, self.looks = sockets, None, True
        else:
            self.trap_wait_for(sock, event)

    def trap_unwatch(self, sock):
        """Watch a socket only for what somebody waits for."""
        number = sock.fileno()
        if hasattr(self.sockets, "known") and self.sockets.known(number):
            self.sockets.narrow(number)
