"""What comes out of a group: tasks as they end, or all results."""
from ghetto_asyncio.together.curio.members import Members


class Outcome(Members):
    """Gives tasks one by one, and after `join` their results."""

    completed = None

    def ended(self):
        """Return the tasks that count; raise RuntimeError if it's early."""
        if not self.joined:
            raise RuntimeError("the group has not been joined")
        return self.tasks

    @property
    def result(self):
        """What the first task gave; its error is raised."""
        self.ended()
        if self.completed is None:
            raise RuntimeError("no task has completed")
        return self.completed.result

    @property
    def exception(self):
        """The error of the first task, or None."""
        self.ended()
        return self.completed and self.completed.exception

    @property
    def results(self):
        """What all gave; the first error is raised."""
        return [task.result for task in self.ended()]

    @property
    def exceptions(self):
        """The errors of all, None for who has none."""
        return [task.exception for task in self.ended()]

    async def next_done(self):
        """Let out the task that ends next, and return it, or None."""
        while self.may_come():
            if self.finished:
                task = self.finished[0]
                self.discard(task)
                return task
            await self.news()

    async def spawn_thread(self, function, *args):
        """Raise RuntimeError: nothing here runs in a thread."""
        raise RuntimeError("there are no threads here")

    async def next_result(self):
        """Return the result of the task that ends next; it leaves."""
        task = await self.next_done()
        if task is None:
            raise RuntimeError("no task is left")
        return task.result

    def __aiter__(self):
        return self

    async def __anext__(self):
        task = await self.next_done()
        if task is None:
            raise StopAsyncIteration
        return task
