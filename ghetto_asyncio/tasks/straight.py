"""The way from epoll to a task, without detours."""
import select
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector

from ghetto_asyncio.tasks import gates


class Selector(DefaultSelector):
    """Opens gates itself, and reports the other events."""

    def select(self, timeout=None):
        """Wait; return what has happened where there is no gate."""
        found, readable = [], select.EPOLLIN
        for number, mask in self._selector.poll(timeout):
            key = self._fd_to_key[number]
            gate = key.data.get(EVENT_READ)
            if mask == readable and type(gate) is gates.Gate and gate.tasks:
                gate.loop.ready.extend(gate.tasks)
                gate.tasks.clear()
            else:
                read = EVENT_READ if mask & ~select.EPOLLOUT else 0
                write = EVENT_WRITE if mask & ~select.EPOLLIN else 0
                found.append((key, read | write))
        return found


class Loop(gates.Loop):
    """Asks epoll itself, and first tries to send all at once."""

    def __init__(self):
        super().__init__()
        if hasattr(select, "epoll"):
            self.selector.close()
            self.selector = Selector()

    async def sock_sendall(self, sock, data):
        """Send all data; wait for room if it cannot be sent at once."""
        try:
            sent = sock.send(data)
        except BlockingIOError:
            sent = 0
        if sent < len(data) or type(data) is not bytes:
            rest = memoryview(data).cast("B")[sent:]
            await super().sock_sendall(sock, rest)
