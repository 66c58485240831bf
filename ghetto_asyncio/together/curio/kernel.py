"""A kernel that can be run again, and goes on where it was."""
from ghetto_asyncio.together.curio import debug as tools
from ghetto_asyncio.together.curio import requests, task
from ghetto_asyncio.together.curio.coroutines import coroutine_of

__all__ = ["Kernel", "run"]


async def nothing():
    """Take one round."""


class Kernel(requests.Kernel):
    """Runs one coroutine until it ends; others stay until the next."""

    running = None
    is_shut = False

    def __init__(self, *, selector=None, debug=None, activations=(),
                 taskcls=task.Task):
        super().__init__()
        self.new_task = taskcls
        self.activations = [*activations, *tools.made(debug)]
        if selector:
            self.sockets.selector.close()
            self.sockets.selector = selector

    def run(self, corofunc=None, *args, shutdown=False):
        """Run a coroutine, or one round; return what the coroutine does.

        With `shutdown`, cancel whoever is left, and close the kernel.
        """
        if self.is_shut or self.running:
            raise RuntimeError("this kernel runs, or was shut down")
        coro = coroutine_of(corofunc or nothing, *args)
        try:
            main = self.trap_spawn(coro)
            main.is_main = True
            self.run_until(main)
            return main.outcome()
        finally:
            self.running = None
            if shutdown:
                self.shut()

    def shut(self):
        """Cancel whoever is left, the last first, and see them end."""
        async def cancel(tasks):
            for task in tasks:
                await task.cancel()

        try:
            left = reversed(list(self.tasks))
            self.run_until(self.trap_spawn(cancel(left)))
        finally:
            self.is_shut = True
            self.close()

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if not self.is_shut:
            self.run(shutdown=True)

    def step(self, task):
        """Resume a task, and let the tools look on."""
        self.tell("running", task)
        super().step(task)
        self.tell("terminated" if task.ended else "suspended", task)

    def tell(self, what, task):
        """Tell the tools what happens to a task."""
        for tool in self.activations:
            getattr(tool, what)(task)


def run(corofunc, *args, **named):
    """Run a coroutine on a kernel of its own; return its result."""
    with Kernel(**named) as kernel:
        return kernel.run(corofunc, *args)
