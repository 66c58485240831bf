"""A kernel whose tasks can be joined, unless they end too early."""
from ghetto_asyncio.kernel import spawn
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park


class Task(spawn.Task):
    """A task, and the place where others wait for its end."""

    def __init__(self, coro, name):
        super().__init__(coro, name)
        self.joiners = Place(f"the end of {name}")

    async def join(self):
        """Wait for the end; return the result."""
        await park(self.joiners)
        return self.outcome()


class Kernel(spawn.Kernel):
    """Wakes the tasks that wait for the end of another."""

    new_task = Task

    def end(self, task, result):
        """Keep the result of a task, and wake those that join it."""
        super().end(task, result)
        self.trap_wake(task.joiners, len(task.joiners))

    def trap_wake(self, place, number):
        """Wake the first tasks that wait in a place."""
        for _ in range(min(number, len(place))):
            self.ready.append(place.popleft())
