"""What a loop is asked, by AnyIO and by whoever is debugging."""
import asyncio

from ghetto_asyncio.service import log
from ghetto_asyncio.service.handle import Timers
from ghetto_asyncio.service.task import Task


class Loop(log.Loop):
    """Makes futures, tasks and timers that can be inspected."""

    new_task = Task

    def __init__(self):
        super().__init__()
        self.timers = Timers()

    def create_future(self):
        """Return a future of asyncio's: AnyIO asks for this class."""
        return asyncio.Future(loop=self)

    def get_task_factory(self):
        """Return None: the tasks are our own. AnyIO asks."""

    def run_until_complete(self, future):
        """Go round until a future is done; its error goes to the caller."""
        if asyncio._get_running_loop():
            raise RuntimeError(
                "Cannot run the event loop while another loop is running")
        future = asyncio.ensure_future(future, loop=self)
        try:
            return super().run_until_complete(future)
        finally:
            if future.done() and not future.cancelled():
                future.exception()  # so that it need not be logged
