"""Sockets that somebody receives from stay watched, each with a gate."""
from selectors import EVENT_READ
from types import coroutine

from ghetto_asyncio.tasks import quick


class Gate:
    """Where tasks wait until a socket can be read; a handle, too."""

    args = ()

    def __init__(self, loop, sock):
        self.loop, self.sock = loop, sock
        self.number = sock.fileno()
        self.tasks = []

    def callback(self):
        """Let one task try, then the others; if none waits, stop watching."""
        if self.tasks:
            first = self.tasks.pop(0)
            self.open()
            first.step()
        else:
            self.cancel()

    def open(self):
        """Put everybody into the queue: an event is a hint."""
        self.loop.ready.extend(self.tasks)
        self.tasks.clear()

    def cancel(self, msg=None):
        """Let everybody try for the last time, and watch no more."""
        self.open()
        if self.loop.gates.get(self.number) is self:
            del self.loop.gates[self.number]
            self.loop.remove_reader(self.sock)


class Task(quick.Task):
    """A task that can wait at a gate."""

    def wait_for(self, wanted):
        """Go into the queue, or wait at a gate, or for a future."""
        if wanted is None:
            self.loop.ready.append(self)
        elif type(wanted) is Gate and wanted.loop is self.loop:
            self.waits_for = wanted
            wanted.tasks.append(self)
            if self.must_cancel:
                wanted.open()
        else:
            super().wait_for(wanted)


class Loop(quick.Loop):
    """Watches a socket until an event comes and nobody waits."""

    new_task = Task

    def __init__(self):
        super().__init__()
        self.gates = {}

    @coroutine
    def gate(self, sock):
        """Wait at the gate of a socket, watched from now on."""
        number = sock.fileno()
        gate = self.gates.get(number)
        if gate and gate.sock is not sock and gate.sock.fileno() != number:
            gate = gate.cancel()
        if not gate:
            gate = Gate(self, sock)
            self.watch(sock, EVENT_READ, gate)
            self.gates[number] = gate
        yield gate

    async def sock_ready(self, sock, event):
        """Wait until a socket can be read or written, or has failed."""
        if event == EVENT_READ:
            await self.gate(sock)
        else:
            await super().sock_ready(sock, event)

    async def sock_recv(self, sock, limit):
        """Receive; after the end of data, a socket may be closed."""
        data = b""
        try:
            while True:
                await self.gate(sock)
                try:
                    data = sock.recv(limit)
                    return data
                except BlockingIOError:
                    continue
        finally:
            if not data:
                self.remove_reader(sock)

    def how_long(self):
        """Give the seconds until something happens; None if nobody knows."""
        seconds = super().how_long()
        if seconds is None and not any(g.tasks for g in self.gates.values()):
            for gate in list(self.gates.values()):
                self.remove_reader(gate.sock)
        return seconds

    def wait(self):
        """Wait; if a socket was closed too early, watch it no more."""
        try:
            super().wait()
        except (OSError, KeyError, ValueError):
            self.renew()
