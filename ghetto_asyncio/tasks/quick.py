"""A quicker loop: a task is its own handle, and sockets stay watched."""
import os
import select
from asyncio import CancelledError
from selectors import EVENT_READ, EVENT_WRITE
from types import coroutine

from ghetto_asyncio.callbacks import handle
from ghetto_asyncio.futures.future import Future
from ghetto_asyncio.tasks import sockets, task


class Handle:
    """A call that is to be made; who asked for it is not known."""

    __slots__ = ("args", "callback")
    asked_by = "somebody"
    cancel = handle.Handle.cancel
    cancelled = handle.Handle.cancelled


class Task(task.Task):
    """A task that stands in the queue itself, as its own handle."""

    args = ()

    def step(self, error=None):
        """Resume the coroutine; see what it awaits, or how it ended."""
        if error or self.must_cancel:
            return super().step(error)
        self.waits_for = None
        try:
            wanted = self.coro.send(None)
        except StopIteration as stop:
            self.set_result(stop.value)
        except CancelledError:
            Future.cancel(self)
        except BaseException as failure:
            below = failure.__traceback__.tb_next
            self.set_exception(failure.with_traceback(below))
            if isinstance(failure, (KeyboardInterrupt, SystemExit)):
                raise
        else:
            if type(wanted) is Gate and not self.must_cancel:
                self.waits_for = wanted
                wanted.tasks.append(self)
            else:
                self.wait_for(wanted)

    callback = step

    def wait_for(self, wanted):
        """Stand in the queue, or wait as other tasks do."""
        if wanted is None or type(wanted) is Gate:
            self.loop.ready.append(self)
        else:
            super().wait_for(wanted)

    def cancel(self):
        """Leave the gate, and have the coroutine get the error."""
        if type(self.waits_for) is not Gate:
            return super().cancel()
        if self in self.waits_for.tasks:
            self.waits_for.tasks.remove(self)
            self.loop.ready.append(self)
        self.must_cancel = True
        return True


class Gate:
    """Where tasks wait until a socket can be read; it stays watched."""

    args = ()

    def __init__(self, loop, sock):
        self.loop = loop
        self.sock = sock
        self.number = sock.fileno()
        self.tasks = []

    def callback(self):
        """Let everybody in; if nobody waits, watch no more."""
        if self.tasks:
            self.open()
        else:
            self.loop.remove_reader(self.sock)

    def open(self):
        """Let everybody try."""
        self.loop.ready.extend(self.tasks)
        self.tasks.clear()

    def cancel(self):
        """It is watched no more: let everybody try for the last time."""
        self.open()
        if self.loop.gates.get(self.number) is self:
            del self.loop.gates[self.number]


@coroutine
def give_way():
    """Let the others have their turn."""
    yield


class Loop(sockets.Loop):
    """Does the same with less."""

    def __init__(self):
        super().__init__()
        self.gates = {}
        self.epoll = self.asks = None

    def handle(self, callback, args):
        """Return a handle, and do not look for who asked."""
        handle = Handle()
        handle.callback = callback
        handle.args = args
        return handle

    def call_soon(self, callback, *args):
        """Call in the next round, unless the handle is cancelled."""
        handle = Handle()
        handle.callback = callback
        handle.args = args
        self.ready.append(handle)
        return handle

    def run_once(self):
        """Wait, and make the calls that are ready then."""
        self.wait()
        ready = self.ready
        for _ in range(len(ready)):
            handle = ready.popleft()
            callback = handle.callback
            if callback:
                try:
                    callback(*handle.args)
                except (KeyboardInterrupt, SystemExit):
                    raise
                except BaseException as error:
                    name = getattr(callback, "__name__", callback)
                    print(f"{name} failed: {error!r}")

    def create_task(self, coro):
        """Let a coroutine take its first step soon; return its task."""
        task = Task(coro, self)
        self.tasks.add(task)
        return task

    def run_until_complete(self, future):
        """Go round until a coroutine or a future is done."""
        if not hasattr(future, "done"):
            future = self.create_task(future)
        return super().run_until_complete(future)

    async def sleep(self, seconds):
        """Wait for some seconds; if there are none, let others go on."""
        await (super().sleep(seconds) if seconds > 0 else give_way())

    def how_long(self):
        """Give the seconds until there is something to do."""
        if self.ready:
            return 0
        if self.timers.heap:
            return super().how_long()
        for gate in self.gates.values():
            if gate.tasks:
                return None
        for gate in list(self.gates.values()):
            self.remove_reader(gate.sock)
        return None

    def wait(self):
        """Ask epoll itself, if there is anything to ask."""
        if not self.ready or self.selector.get_map():
            if self.asks is not self.selector:
                self.meet()
            if not self.epoll:
                return super().wait()
            for number, mask in self.epoll.poll(self.how_long()):
                gate = self.gates.get(number)
                if gate and gate.tasks and mask == select.EPOLLIN:
                    self.ready.extend(gate.tasks)
                    gate.tasks.clear()
                else:
                    self.happened(number, mask)
        if self.timers.heap:
            self.ready.extend(self.timers.due(self.time()))

    def happened(self, number, mask):
        """Make ready what was to be called, whatever it is."""
        key = self.selector.get_map().get(number)
        if not key or key.fileobj.fileno() != number:
            self.renew()
        for event, call in key.data.items() if key else ():
            other = {EVENT_READ: select.EPOLLOUT, EVENT_WRITE: select.EPOLLIN}
            if mask & ~other[event]:
                self.ready.append(call)

    def meet(self):
        """The selector is a new one: find the epoll behind it."""
        self.leave()
        if "Epoll" in type(self.selector).__name__:
            number = os.dup(self.selector.fileno())
            self.epoll = select.epoll.fromfd(number)
        self.asks = self.selector

    def leave(self):
        """Close our way to epoll, if there is one."""
        if self.epoll:
            self.epoll.close()
        self.epoll = self.asks = None

    def gate(self, sock):
        """Return the gate of a socket; watch the socket from now on."""
        number = sock.fileno()
        gate = self.gates.get(number)
        stands = gate and (gate.sock is sock or gate.sock.fileno() == number)
        if not stands:
            gate = Gate(self, sock)
            self.watch(sock, EVENT_READ, gate)
            self.gates[number] = gate
        return gate

    @coroutine
    def sock_ready(self, sock, event):
        """Wait until a socket can be read or written, or has failed."""
        if event == EVENT_READ:
            yield self.gate(sock)
        else:
            yield from super().sock_ready(sock, event)

    @coroutine
    def sock_recv(self, sock, limit):
        """Wait for data; return at most `limit` bytes, b"" at the end."""
        while True:
            gate = self.gates.get(sock.fileno())
            same = gate and gate.sock is sock
            yield gate if same else self.gate(sock)
            try:
                data = sock.recv(limit)
            except BlockingIOError:
                continue
            except OSError:
                self.remove_reader(sock)
                raise
            if not data:
                self.remove_reader(sock)
            return data

    async def sock_sendall(self, sock, data):
        """Send all data; wait for room if it cannot be sent at once."""
        try:
            sent = sock.send(data)
        except BlockingIOError:
            sent = 0
        if sent < len(data) or type(data) is not bytes:
            rest = memoryview(data).cast("B")[sent:]
            await super().sock_sendall(sock, rest)

    def close(self):
        """Close what is left."""
        super().close()
        self.leave()
