"""A kernel for many tasks, which give way to one another."""
from ghetto_asyncio.kernel import one
from ghetto_asyncio.kernel.places import Place


class Task:
    """A coroutine, its name, and the answer that it gets next."""

    def __init__(self, coro, name):
        self.coro, self.name, self.answer = coro, name, None
        self.ended, self.result = False, None

    def resume(self):
        """Let the coroutine go on; return what it asks for next."""
        return self.coro.send(self.answer)

    def outcome(self):
        """Return the result, or None if the task has not ended."""
        return self.result


class Kernel(one.Kernel):
    """Gives each task that is ready a turn, round after round."""

    new_task = Task

    def __init__(self):
        super().__init__()
        self.ready = Place("its turn")

    def run(self, coro):
        """Run a coroutine until it ends; return its result."""
        self.main = self.trap_spawn(coro)
        self.run_until(self.main)
        return self.main.outcome()

    def run_until(self, task):
        """Go round until a task has ended, or none is ready."""
        while self.ready and not task.ended:
            for _ in range(len(self.ready)):
                self.step(self.ready.popleft())

    def step(self, task):
        """Resume a task, and answer, until it waits or ends."""
        self.running = task
        while self.running:
            try:
                request = task.resume()
            except StopIteration as stop:
                self.end(task, stop.value)
            else:
                task.answer = self.do(request)

    def end(self, task, result):
        """Keep the result of a task, which has no more turns."""
        task.ended, task.result, self.running = True, result, None

    def trap_current_task(self):
        """Return the task that asks."""
        return self.running

    def trap_spawn(self, coro, name=None):
        """Make a task; it has its first turn in the next round."""
        task = self.new_task(coro, name or coro.__name__)
        self.ready.append(task)
        return task

    def trap_schedule(self):
        """Put the task that asks at the end of the ready queue."""
        self.trap_park(self.ready)

    def trap_park(self, place):
        """Park the asking task in a place."""
        place.append(self.running)
        self.running = None
