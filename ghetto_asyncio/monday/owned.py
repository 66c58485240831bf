"""A lock that knows which task has it, and which tasks want it."""
import asyncio

wanted = {}


class Owned(asyncio.Lock):
    """A lock with a name and an owner."""

    owner = None

    def __init__(self, name):
        super().__init__()
        self.name = name

    async def acquire(self):
        """Wait for the lock; note meanwhile that this task wants it."""
        task = asyncio.current_task()
        wanted[task] = self
        try:
            await super().acquire()
        finally:
            del wanted[task]
        self.owner = task
        return True

    def release(self):
        """Give the lock back."""
        super().release()
        self.owner = None


def report():
    """Print which task wants which lock, and which task has it."""
    for task, lock in wanted.items():
        owner = lock.owner.get_name() if lock.owner else "no task"
        print(f"{task.get_name()} wants the {lock.name}: {owner} has it")
