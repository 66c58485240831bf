"""Exercise: an error that comes back until it is heard."""
from ghetto_asyncio.cancellation import virtual


class Kernel(virtual.Kernel):
    """Raises the error of a cancelled task whenever it would wait.

    So does a timeout, as long as its block has not ended. Inside a
    shield, the task may wait. Each time, the others have a turn: who
    does not listen must not keep the kernel to itself.
    """

    def interrupt(self, task, error):
        """Raise an error in a task where it waits, and then again."""
        raise NotImplementedError

    def trap_park(self, place, *where):
        """Park the asking task, unless it has been interrupted."""
        raise NotImplementedError
