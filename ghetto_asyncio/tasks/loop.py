"""The callback loop, for coroutines: futures, tasks, and sleep."""
from asyncio import iscoroutine
from traceback import print_exception
from weakref import WeakSet

from ghetto_asyncio.clocks import cancelled
from ghetto_asyncio.futures.future import Future
from ghetto_asyncio.tasks.task import Task


def settle(future):
    """End a future with None, unless it is done."""
    if not future.done():
        future.set_result(None)


class Loop(cancelled.Loop):
    """Runs coroutines as tasks, and lets them sleep."""

    new_task = Task

    def __init__(self):
        super().__init__()
        self.tasks = WeakSet()

    def create_future(self):
        """Return a future whose callbacks this loop will call."""
        return Future(self)

    def create_task(self, coro, *, name=None):
        """Let a coroutine take its first step soon; return its task."""
        task = self.new_task(coro, self)
        task.name = name
        self.tasks.add(task)
        return task

    def run_until_complete(self, future):
        """Go round until a coroutine or a future is done.

        Return its result. Raise RuntimeError if nothing can happen.
        """
        if iscoroutine(future):
            future = self.create_task(future)
        while not future.done():
            if self.how_long() is None and not self.selector.get_map():
                raise RuntimeError("nothing will ever happen")
            self.run_once()
        if self.ready:
            self.run_once()
        return future.result()

    def close(self):
        """Close the coroutines that are left, and the selector."""
        for task in list(self.tasks):
            try:
                task.coro.close()
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException as failure:
                print_exception(failure)
        super().close()

    async def sleep(self, seconds):
        """Wait for some seconds."""
        future = self.create_future()
        timer = self.call_later(seconds, settle, future)
        try:
            await future
        finally:
            timer.cancel()
