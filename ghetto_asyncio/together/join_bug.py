"""A block that joins its children, one after the other."""
from ghetto_asyncio.kernel.traps import spawn


class Block:
    """Has children, and joins them when its end is reached."""

    def __init__(self):
        self.children = []

    async def __aenter__(self):
        return self

    async def spawn(self, coro, name=None):
        """Have a coroutine run as a child; return its task."""
        self.children.append(await spawn(coro, name))
        return self.children[-1]

    async def __aexit__(self, kind, error, trace):
        for child in self.children:
            await child.join()
