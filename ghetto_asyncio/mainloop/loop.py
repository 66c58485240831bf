"""The sturdy main loop: others may close what a task waits for."""
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from traceback import print_exception

from ghetto_asyncio.mainloop import simple


class Loop(simple.Loop):
    """Runs tasks: generators that yield (socket, event) to wait."""

    def run(self):
        """Go round until every task has ended."""
        self.selector, self.waiting = DefaultSelector(), {}
        try:
            while self.tasks:
                self.wake()
                for _ in range(len(self.ready)):
                    self.step(*self.ready.popleft())
        finally:
            self.end()

    def park(self, task, wanted):
        """Let a task wait; if that is impossible, it hears why."""
        if wanted is None:
            self.ready.append((task, None))
            return
        try:
            sock, event = wanted
            if sock.fileno() < 0 or event not in (EVENT_READ, EVENT_WRITE):
                raise ValueError("a closed socket, or no event")
            self.watch(sock, [*self.waiting.get(sock, ()), (task, event)])
        except Exception as error:
            self.ready.append((task, error))

    def watch(self, sock, waiters):
        """Watch a socket for what these tasks wait for, and no more."""
        known = self.selector.get_map().get(sock)
        if known and known.fileobj.fileno() < 0:
            self.renew()
        elif known:
            self.selector.unregister(sock)
        self.waiting.pop(sock, None)
        if waiters:
            self.selector.register(sock, sum({int(e) for _, e in waiters}))
            self.waiting[sock] = waiters

    def how_long(self):
        """Return the seconds to wait: none, or as long as it takes."""
        return 0 if self.ready else None

    def wake(self):
        """Wait for events; the tasks that wait for them may try."""
        for key, _events in self.selector.select(self.how_long()):
            if waiters := self.waiting.pop(key.fileobj, ()):
                self.watch(key.fileobj, ())
            self.ready.extend((task, None) for task, _event in waiters)

    def renew(self):
        """Take a new selector, for the old one watches a closed socket."""
        self.selector.close()
        self.selector = DefaultSelector()
        everybody, self.waiting = self.waiting, {}
        for sock, waiters in everybody.items():
            for task, event in waiters:
                self.park(task, (sock, event))

    def end(self):
        """Close every task; a clean-up that fails hides nothing."""
        self.selector.close()
        while self.tasks:
            try:
                self.tasks.pop().close()
            except Exception as failure:
                print_exception(failure)
        self.ready.clear()
