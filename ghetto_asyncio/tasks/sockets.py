"""The four calls that take time: each waits for a future, then tries."""
import os
from selectors import EVENT_READ, EVENT_WRITE
from socket import SO_ERROR, SOL_SOCKET

from ghetto_asyncio.mainloop.ops import PASSING
from ghetto_asyncio.tasks import loop


class Loop(loop.Loop):
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
        """Watch no more; whoever waits for this event may try."""
        self.watch(sock, event, None)
        for future in self.waiting.pop((sock, event)):
            loop.settle(future)

    async def sock_accept(self, listener):
        """Wait for a client; return its socket and its address."""
        said = False
        while True:
            await self.sock_ready(listener, EVENT_READ)
            try:
                client, address = listener.accept()
                client.setblocking(False)
                return client, address
            except BlockingIOError:
                continue
            except OSError as error:
                if error.errno not in PASSING:
                    raise
                if not said:
                    print("nobody can come in:", error.strerror)
                said = True
            await self.sleep(1)

    async def sock_recv(self, sock, limit):
        """Wait for data; return at most `limit` bytes, b"" at the end."""
        while True:
            await self.sock_ready(sock, EVENT_READ)
            try:
                return sock.recv(limit)
            except BlockingIOError:
                continue

    async def sock_sendall(self, sock, data):
        """Send all data; wait for room whenever there is none."""
        rest = memoryview(data).cast("B")
        while rest:
            try:
                rest = rest[sock.send(rest):]
            except BlockingIOError:
                await self.sock_ready(sock, EVENT_WRITE)

    async def sock_connect(self, sock, address):
        """Connect to a numeric address; raise OSError if refused."""
        try:
            sock.connect(address)
        except BlockingIOError:
            await self.sock_ready(sock, EVENT_WRITE)
            if number := sock.getsockopt(SOL_SOCKET, SO_ERROR):
                raise OSError(number, os.strerror(number)) from None
