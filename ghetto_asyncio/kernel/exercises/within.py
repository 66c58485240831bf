"""Exercise: wait for data, but not for ever."""
from ghetto_asyncio.kernel import virtual


class Kernel(virtual.Kernel):
    """Lets a task wait for a socket, but not for ever."""

    def trap_wait_within(self, sock, event, seconds):
        """Park the asking task until an event, some seconds at most."""
        raise NotImplementedError

    def wake(self, task, thrown=None):
        """Take a task out of its place; its deadline is dropped."""
        raise NotImplementedError


async def recv_within(sock, limit, seconds):
    """Return what can be received; raise TimeoutError if it's late."""
    raise NotImplementedError
