"""A condition lets a task wait without the lock, and then look again."""
from asyncio import CancelledError, get_running_loop

from ghetto_asyncio.waiting.lock import Lock


class Condition:
    """A lock, and a queue of tasks that wait for what it protects."""

    def __init__(self, lock=None):
        self.lock, self.waiting = lock or Lock(), []
        self.locked, self.release = self.lock.locked, self.lock.release
        self.acquire = self.lock.acquire

    async def wait(self):
        """Release the lock, wait for `notify`, and acquire it again."""
        self.check()
        future = get_running_loop().create_future()
        self.waiting.append(future)
        self.release()
        try:
            return await future
        finally:
            self.waiting.remove(future)
            await self.acquire_whatever_happens()

    async def acquire_whatever_happens(self):
        """Acquire the lock; if cancelled meanwhile, say so afterwards."""
        late = None
        while True:
            try:
                await self.acquire()
                break
            except CancelledError as error:
                late = error
        if late:
            raise late

    async def wait_for(self, predicate):
        """Wait until `predicate()` is true, and return what it gives."""
        while not (found := predicate()):
            await self.wait()
        return found

    def notify(self, n=1):
        """Have the first `n` tasks that wait look again."""
        self.check()
        for future in [f for f in self.waiting if not f.done()][:n]:
            future.set_result(True)

    def notify_all(self):
        """Have all tasks that wait look again."""
        self.notify(len(self.waiting))

    def check(self):
        """Raise RuntimeError if no task has the lock."""
        if not self.locked():
            raise RuntimeError("this is for whoever has the lock")

    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, kind, error, trace):
        self.release()
