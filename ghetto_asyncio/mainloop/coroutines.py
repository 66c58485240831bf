"""Coroutines on the main loop: nine lines more."""
from types import coroutine

from ghetto_asyncio.mainloop import loop


class Loop(loop.Loop):
    """Runs tasks: coroutines that await what takes time."""

    sock_accept = coroutine(loop.Loop.sock_accept)
    sock_recv = coroutine(loop.Loop.sock_recv)
    sock_sendall = coroutine(loop.Loop.sock_sendall)

    def create_task(self, coro):
        """Let a coroutine take its first step soon."""
        super().create_task(coro.__await__())
