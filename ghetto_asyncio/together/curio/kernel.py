"""A kernel that can be run again, and goes on where it was."""
from ghetto_asyncio.together.curio import debug as tools
from ghetto_asyncio.together.curio import requests
from ghetto_asyncio.together.curio.coroutines import coroutine_of
from ghetto_asyncio.together.curio.task import Task

__all__ = ["Kernel", "run"]


async def nothing():
    """Take one round."""


async def cancel(tasks):
    """Cancel tasks, the last first, and wait for the end of each."""
    for task in reversed(tasks):
        await task.cancel()


class Kernel(requests.Kernel):
    """Runs one coroutine until it ends; others stay until the next."""

    running = None
    is_shut = False

    def __init__(self, *, debug=None, activations=(), taskcls=Task):
        super().__init__()
        self.new_task = taskcls
        self.activations = [*activations, *tools.made(debug)]

    def run(self, corofunc=None, *args, shutdown=False):
        """Run a coroutine, or one round; return what the coroutine does.

        With `shutdown`, cancel whoever is left, and close the kernel.
        """
        if self.running or self.is_shut:
            raise RuntimeError("this kernel runs, or was shut down")
        try:
            if corofunc or not shutdown:
                coro = coroutine_of(corofunc or nothing, *args)
                self.main = self.trap_spawn(coro)
                self.run_until(self.main)
                return self.main.outcome()
        finally:
            self.running = None
            if shutdown:
                self.shut()

    def shut(self):
        """Cancel whoever is left, the last first, and see them end."""
        try:
            self.run_until(self.trap_spawn(cancel([*self.tasks])))
        finally:
            self.is_shut = True
            self.close()

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if not self.is_shut:
            self.run(shutdown=True)


def run(corofunc, *args, **named):
    """Run a coroutine on a kernel of its own; return its result."""
    with Kernel(**named) as kernel:
        return kernel.run(corofunc, *args)
