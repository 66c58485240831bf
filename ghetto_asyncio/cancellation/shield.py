"""A shield: its block is not interrupted, only what comes after it."""
from ghetto_asyncio.kernel.traps import trap


class shield:
    """Put off the interrupts of the task until the block has ended."""

    async def __aenter__(self):
        await trap("shield", 1)

    async def __aexit__(self, kind, error, trace):
        await trap("shield", -1)
