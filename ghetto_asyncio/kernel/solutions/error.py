"""Solution: the answer has two parts, and one of them is raised."""
from ghetto_asyncio.kernel import sleep
from ghetto_asyncio.kernel.traps import trap


class Kernel(sleep.Kernel):
    """Knows a request to join a task, for the function below."""

    def trap_join(self, task):
        """Give the result and the error of a task, when it has ended."""
        if not task.ended:
            self.trap_park(task.joiners)
        return task.result, task.error

    def end(self, task, result, error):
        """Keep how a task ended, and answer who waits for that."""
        for joiner in task.joiners:
            joiner.answer = result, error
        super().end(task, result, error)


async def join(task):
    """Wait for the end of a task; return its result, or raise its error.

    A task may also return an exception; that is a result like others.
    """
    result, error = await trap("join", task)
    if error is not None:
        raise error
    return result
