"""Eight more lines let the main loop run coroutines."""
from types import coroutine

from ghetto_asyncio.mainloop import simple


class Loop(simple.Loop):
    """Runs tasks that await what takes time."""

    sock_accept = coroutine(simple.Loop.sock_accept)
    sock_recv = coroutine(simple.Loop.sock_recv)
    sock_sendall = coroutine(simple.Loop.sock_sendall)

    def create_task(self, coro):
        """Let a coroutine take its first step soon."""
        super().create_task(coro.__await__())
