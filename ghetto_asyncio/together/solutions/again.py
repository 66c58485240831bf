"""Solution: the owner is known already, and a number is enough."""
from ghetto_asyncio.kernel.traps import current_task
from ghetto_asyncio.together.lock import Lock


class RLock(Lock):
    """One task has it, as often as it likes; the others wait."""

    depth = 0

    async def acquire(self):
        """Wait until it is ours, unless it is ours already."""
        if self.owner is not await current_task():
            await super().acquire()
        self.depth += 1
        return True

    async def release(self):
        """Pass it on when this has been called as often as `acquire`.

        Raise RuntimeError if it is not ours.
        """
        if self.owner is not await current_task():
            raise RuntimeError(f"{self.name} is not ours")
        self.depth -= 1
        if not self.depth:
            await super().release()
