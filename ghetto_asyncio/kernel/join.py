"""A kernel whose tasks can be joined, at any time."""
from ghetto_asyncio.kernel import spawn
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park


class Task(spawn.Task):
    """A task, how it ended, and the place where others wait for its end."""

    def __init__(self, coro, name):
        super().__init__(coro, name)
        self.joiners, self.error = Place(f"the end of {name}"), None

    async def join(self):
        """Wait for the end; return the result, or raise the error."""
        if not self.ended:
            await park(self.joiners)
        return self.outcome()

    def outcome(self):
        """Return the result, or raise the error."""
        if self.error is not None:
            raise self.error
        return self.result


class Kernel(spawn.Kernel):
    """Wakes the tasks that wait for the end of another."""

    new_task = Task

    def step(self, task):
        """Resume a task, and answer, until it waits or ends."""
        self.running = task
        while self.running:
            try:
                request = task.resume()
            except StopIteration as stop:
                self.end(task, stop.value, None)
            except BaseException as error:
                self.end(task, None, error)
            else:
                task.answer = self.do(request)

    def end(self, task, result, error):
        """Keep how a task ended, and wake those that join it."""
        super().end(task, result)
        task.error = error
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise error
        joined = task.joiners or task is self.main
        if error is not None and not joined:
            print(f"{task.name} failed: {error!r}")
        self.trap_wake(task.joiners, len(task.joiners))

    def trap_wake(self, place, number):
        """Wake the first tasks that wait in a place."""
        for _ in range(min(number, len(place))):
            self.ready.append(place.popleft())
