"""A lock is handed over: the next task has it before that task runs."""
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import current_task, park, wake


class Held:
    """Made for `async with`: it is released however the block ends."""

    async def __aenter__(self):
        await self.acquire()
        return self

    async def __aexit__(self, kind, error, trace):
        await self.release()


class Lock(Held):
    """Belongs to one task at a time; the others wait in a queue."""

    def __init__(self, name="a lock"):
        self.name, self.owner = name, None
        self.waiting = Place(name)

    def locked(self):
        """Return whether a task has the lock."""
        return self.owner is not None

    async def acquire(self):
        """Wait until the lock is given to us; return True."""
        if self.locked():
            await park(self.waiting)
        else:
            self.give(await current_task())
        return True

    async def release(self):
        """Give the lock to the task that has waited longest, or free it.

        Raise RuntimeError if no task has the lock.
        """
        if not self.locked():
            raise RuntimeError(f"nobody has {self.name}")
        if self.waiting:
            self.give(self.waiting[0])
            await wake(self.waiting)
        else:
            self.owner = None

    def give(self, task):
        """Note which task has the lock, for the report on a deadlock."""
        self.owner = task
        self.waiting.name = f"{self.name} held by {task.name}"
