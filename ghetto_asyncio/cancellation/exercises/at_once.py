"""Exercise: a cancelled task is in one place."""
from ghetto_asyncio.cancellation import twice_bug


class Kernel(twice_bug.Kernel):
    """Cancels a task, wherever it is, in its very next step."""

    def trap_cancel(self, task, error):
        """Raise an error in a task, in its next step.

        The task may wait, be ready, run, or have ended. Return whether
        it has not ended yet. If there is another error on its way to
        the task, the new one takes its place.
        """
        raise NotImplementedError
