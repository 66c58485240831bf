"""A lock is freed first, and then one of the waiting tasks is woken."""
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park, sleep, wake


class Lock:
    """One task has it at a time; the others wait in a queue."""

    def __init__(self):
        self.held, self.waiting = False, Place("a lock")

    async def acquire(self):
        """Wait until it is free, and take it."""
        while self.held:
            await park(self.waiting)
        self.held = True

    async def release(self):
        """Free it, and let the task that has waited longest try again."""
        self.held = False
        await wake(self.waiting)


async def boil(kettle, name, times):
    """Have the kettle for three minutes, `times` times."""
    for _ in range(times):
        await kettle.acquire()
        print(name, "has the kettle")
        await sleep(180)
        await kettle.release()
