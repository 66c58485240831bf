"""The calls that take time, for tasks: wait, then try."""
from selectors import EVENT_READ, EVENT_WRITE

from ghetto_asyncio.mainloop.passing import PASSING


class Calls:
    """What a task waits for, as methods of its loop."""

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
