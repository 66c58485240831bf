"""A condition lets a task wait without the lock, and then look again."""
from asyncio import CancelledError, get_running_loop

from ghetto_asyncio.waiting.lock import Lock


class Condition:
    """A lock, and a list of tasks that wait for what it protects."""

    def __init__(self, lock=None):
        self.lock, self.waiting = lock or Lock(), []
        self.acquire, self.release = self.lock.acquire, self.lock.release
        self.locked = self.lock.locked

    async def wait(self):
        """Release the lock, wait for `notify`, and acquire it again."""
        self.release()
        future = get_running_loop().create_future()
        self.waiting.append(future)
        try:
            try:
                return await future
            finally:
                self.waiting.remove(future)
                await self.acquire_whatever_happens()
        except CancelledError:
            if not future.cancelled():  # another task should look
                self.notify()
            raise

    async def acquire_whatever_happens(self):
        """Acquire the lock; if cancelled meanwhile, raise that afterwards."""
        try:
            await self.acquire()
        except CancelledError:
            await self.acquire_whatever_happens()
            raise

    async def wait_for(self, predicate):
        """Wait until `predicate()` is true, and return what it gives."""
        while not (found := predicate()):
            await self.wait()
        return found

    def notify(self, n=1):
        """Make the first `n` waiting tasks look again."""
        if not self.locked():
            raise RuntimeError("take the lock first")
        for future in [f for f in self.waiting if not f.done()][:n]:
            future.set_result(True)

    def notify_all(self):
        """Make all waiting tasks look again."""
        self.notify(len(self.waiting))

    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, kind, error, trace):
        self.release()
