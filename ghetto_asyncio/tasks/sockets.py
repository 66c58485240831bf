"""Tasks that wait for sockets."""
from contextlib import closing
from errno import EINPROGRESS
from os import strerror
from selectors import EVENT_WRITE
from socket import SO_ERROR, SOL_SOCKET

from ghetto_asyncio.tasks import loop
from ghetto_asyncio.tasks.ops import Calls


class Loop(loop.Loop, Calls):
    """Runs tasks that await what happens to sockets."""

    def __init__(self):
        super().__init__()
        self.waiting = {}

    async def sock_ready(self, sock, event):
        """Wait until a socket can be read or written, or has failed."""
        future = self.create_future()
        waiting = self.waiting.setdefault((sock, event), [])
        waiting.append(future)
        try:
            self.watch(sock, event, self.handle(self.wake, (sock, event)))
            await future
        finally:
            waiting.remove(future)
            if not waiting and self.waiting.get((sock, event)) is waiting:
                self.wake(sock, event)

    def wake(self, sock, event):
        """Stop watching for an event; let all tasks that wait for it try."""
        self.watch(sock, event, None)
        for future in self.waiting.pop((sock, event), ()):
            loop.settle(future)

    async def sock_connect(self, sock, address):
        """Connect to a numeric address; raise OSError if it fails."""
        try:
            sock.connect(address)
        except BlockingIOError as error:
            if error.errno != EINPROGRESS:
                raise
            await self.sock_ready(sock, EVENT_WRITE)
            if number := sock.getsockopt(SOL_SOCKET, SO_ERROR):
                raise OSError(number, strerror(number)) from None


def run(main, *args):
    """Run `main(loop, *args)` on a new loop; return its result."""
    with closing(Loop()) as loop:
        return loop.run_until_complete(main(loop, *args))
