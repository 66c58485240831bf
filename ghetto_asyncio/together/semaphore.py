"""A semaphore: a lock for several tasks at a time."""
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park, wake
from ghetto_asyncio.together.lock import Held


class Semaphore(Held):
    """At most `value` tasks have it; the others queue (Dijkstra, 1965)."""

    def __init__(self, value=1, name="a semaphore"):
        if value < 0:
            raise ValueError("a semaphore cannot begin below 0")
        self.value, self.waiting = value, Place(name)

    def locked(self):
        """Return whether a task that comes now has to wait."""
        return self.value == 0

    async def acquire(self):
        """Take a place, or wait for one; return True."""
        if self.locked():
            await park(self.waiting)
        else:
            self.value -= 1
        return True

    async def release(self):
        """Give a place to the task that has waited longest, or put it back."""
        if self.waiting:
            await wake(self.waiting)
        else:
            self.value += 1


class BoundedSemaphore(Semaphore):
    """Takes no more places back than it had at the beginning."""

    def __init__(self, value=1, name="a semaphore"):
        super().__init__(value, name)
        self.bound = value

    async def release(self):
        """Pass a place on, or put it back; ValueError if none is taken."""
        if self.value >= self.bound:
            raise ValueError("released too often")
        await super().release()
