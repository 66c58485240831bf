"""A group of tasks, none of which outlives it."""
from ghetto_asyncio.together.curio.outcome import Outcome
from ghetto_asyncio.together.curio.task import spawn


class TaskGroup(Outcome):
    """Waits for `all` of its tasks, for `any`, for an `object`, or None.

    An `object` is the first result that is not None. Whoever is left
    then is cancelled, and so are all if one fails.
    """

    def __init__(self, tasks=(), *, wait=all):
        super().__init__(tasks)
        self.policy = wait

    async def spawn(self, what, *args, daemon=False):
        """Make a task in the group; return it."""
        if self.joined:
            raise RuntimeError("the group is joined")
        task = await spawn(what, *args, daemon=daemon)
        self.add(task)
        return task

    async def add_task(self, task):
        """Take a task in that is there already."""
        self.add(task)

    async def spawn_thread(self, function, *args):
        """Raise RuntimeError: nothing here runs in a thread."""
        raise RuntimeError("there are no threads here")

    async def next_result(self):
        """Return the result of the task that ends next; it leaves."""
        task = await self.next_done()
        if task is None:
            raise RuntimeError("no task is left")
        return task.result

    async def cancel_remaining(self):
        """Cancel whoever has not ended; they leave the group."""
        running = self.running
        for task in running:
            await task.cancel(blocking=False)
        for task in running:
            await task.wait()
            self.discard(task)

    async def join(self):
        """Wait for those whom the policy names; cancel the others."""
        try:
            while self.policy and (self.finished or self.running):
                while not self.finished:
                    await self.news()
                if self.is_enough(self.finished.popleft()):
                    break
        finally:
            for task in self.running + self.daemons:
                await task.cancel()
            self.joined = True

    def is_enough(self, task):
        """Look at a task that has ended; say whether to wait no more."""
        failed = task.error is not None
        counts = failed or task.value is not None
        if self.completed is None and (counts or self.policy is not object):
            self.completed = task
        return failed or (self.policy is any or
                          self.policy is object and counts)

    async def __aenter__(self):
        return self

    async def __aexit__(self, kind, error, trace):
        if kind:
            await self.cancel_remaining()
        await self.join()

    def __aiter__(self):
        return self

    async def __anext__(self):
        task = await self.next_done()
        if task is None:
            raise StopAsyncIteration
        return task
