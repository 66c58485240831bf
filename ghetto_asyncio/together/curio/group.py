"""A group of tasks, none of which outlives it."""
from ghetto_asyncio.together.curio.outcome import Outcome

__all__ = ["TaskGroup"]


class TaskGroup(Outcome):
    """Waits for `all` of its tasks, for `any`, for an `object`, or None.

    An `object` is the first result that is not None. Whoever is left
    then is cancelled, and so are all if one fails.
    """

    def __init__(self, tasks=(), *, wait=all):
        super().__init__(tasks)
        self.policy = wait

    async def cancel_remaining(self):
        """Cancel whoever has not ended; they leave the group."""
        left = self.left(self.known)
        for task in left:
            await task.cancel(blocking=False)
        for task in left:
            await task.wait()
            self.discard(task)

    async def join(self):
        """Wait for those whom the policy names; cancel the others."""
        try:
            while self.policy and self.may_come():
                if not self.finished:
                    await self.news()
                elif self.is_enough(self.finished.popleft()):
                    break
        finally:
            while left := self.left(self.known + self.daemons):
                await left[0].cancel()
            self.joined = True

    def is_enough(self, task):
        """Look at a task that has ended; say whether to wait no more."""
        failed = task.error is not None
        counts = failed or task.value is not None
        if self.completed is None and (counts or self.policy is not object):
            self.completed = task
        return failed or self.policy is any or (
            self.policy is object and counts)

    async def __aenter__(self):
        return self

    async def __aexit__(self, kind, error, trace):
        if kind:
            await self.cancel_remaining()
        await self.join()
