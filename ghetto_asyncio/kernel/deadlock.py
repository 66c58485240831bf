"""A kernel that says who waits for whom if no task can go on."""
from ghetto_asyncio.kernel import join


class Kernel(join.Kernel):
    """Knows of each task where it is."""

    def __init__(self):
        self.tasks = {}
        super().__init__()

    def run(self, coro):
        """Run a coroutine until it ends; close the tasks that are left."""
        try:
            return super().run(coro)
        finally:
            while self.tasks:
                self.tasks.popitem()[0].coro.close()

    def run_until(self, task):
        """Go round until a task has ended."""
        while not task.ended:
            self.wait()
            for _ in range(len(self.ready)):
                self.step(self.ready.popleft())

    def wait(self):
        """Make sure that a task can go on."""
        if not self.ready:
            raise RuntimeError(f"nobody can go on: {self.who_waits()}")

    def who_waits(self):
        """Say of each task what it waits for."""
        places = [f"{t.name} waits for {t.place.name}" for t in self.tasks]
        return ", ".join(places)

    def step(self, task):
        """Resume a task, which is in no place meanwhile."""
        task.place = None
        super().step(task)

    def end(self, task, result, error):
        """Keep how a task ended; it is nowhere any more."""
        del self.tasks[task]
        super().end(task, result, error)

    def trap_spawn(self, coro, name=None):
        """Make a task; it has its first turn in the next round."""
        task = super().trap_spawn(coro, name)
        self.tasks[task], task.place = None, self.ready
        return task

    def trap_park(self, place):
        """Park the asking task in a place."""
        self.running.place = place
        super().trap_park(place)

    def trap_wake(self, place, number):
        """Wake the first tasks that wait in a place."""
        for task in list(place)[:number]:
            task.place = self.ready
        super().trap_wake(place, number)
