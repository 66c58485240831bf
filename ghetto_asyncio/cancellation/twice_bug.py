"""A cancelled task is in two places."""
from asyncio import CancelledError

from ghetto_asyncio.kernel import virtual
from ghetto_asyncio.kernel.traps import trap


async def cancel(task):
    """Have an error raised in a task, in its next step."""
    return await trap("cancel", task, CancelledError())


class Kernel(virtual.Kernel):
    """Cancels a task, wherever it is."""

    def trap_cancel(self, task, error):
        """Let a task go on in the next round, with an error."""
        task.thrown = error
        self.ready.append(task)
