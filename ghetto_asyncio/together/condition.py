"""A condition lets a task wait without the lock, and then look again."""
from ghetto_asyncio.cancellation.shield import shield
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park, wake
from ghetto_asyncio.together.lock import Held, Lock


class Condition(Held):
    """A lock, and a place for tasks that wait for what it protects."""

    def __init__(self, lock=None, name="a condition"):
        self.lock, self.waiting = lock or Lock(), Place(name)
        self.acquire, self.release = self.lock.acquire, self.lock.release
        self.locked = self.lock.locked

    async def wait(self):
        """Release the lock, wait for `notify`, and acquire it again.

        The lock is acquired however the waiting ends. Return True.
        """
        self.check()
        await self.release()
        try:
            await park(self.waiting)
        finally:
            async with shield():
                await self.acquire()
        return True

    async def wait_for(self, predicate):
        """Wait until `predicate()` is true, and return what it gives."""
        while not (found := predicate()):
            await self.wait()
        return found

    async def notify(self, n=1):
        """Make the first `n` waiting tasks look again."""
        self.check()
        await wake(self.waiting, n)

    async def notify_all(self):
        """Make all waiting tasks look again."""
        await self.notify(len(self.waiting))

    def check(self):
        """Raise RuntimeError if no task has the lock."""
        if not self.locked():
            raise RuntimeError("this is for whoever has the lock")
