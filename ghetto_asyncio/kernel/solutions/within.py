"""Solution: in the place of the socket, with a deadline as a note."""
from selectors import EVENT_READ

from ghetto_asyncio.kernel import virtual
from ghetto_asyncio.kernel.traps import clock, trap


class Kernel(virtual.Kernel):
    """Lets a task wait for a socket, but not for ever."""

    def trap_wait_within(self, sock, event, seconds):
        """Park the asking task until an event, some seconds at most."""
        task = self.running
        self.sleepers.append(task, self.trap_clock() + seconds)
        try:
            self.trap_wait_for(sock, event)
        except Exception:
            self.sleepers.remove(task)
            raise

    def wake(self, task, thrown=None):
        """Take a task out of its place; its deadline is dropped."""
        self.sleepers.remove(task)
        super().wake(task, thrown)


async def recv_within(sock, limit, seconds):
    """Return what can be received; raise TimeoutError if it's late."""
    end = await clock() + seconds
    while True:
        left = max(0, end - await clock())
        await trap("wait_within", sock, EVENT_READ, left)
        try:
            return sock.recv(limit)
        except BlockingIOError:
            if not await clock() < end:  # even if it is nan
                raise TimeoutError("no data came") from None
