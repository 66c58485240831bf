"""Loop and task tell asyncio that they run, since its functions ask."""
import asyncio

from ghetto_asyncio.stopping import loop, task


class Task(task.Task):
    """Is the current task of its loop while it takes a step."""

    def step(self, error=None):
        """Take a step; meanwhile, be the current task of the loop."""
        asyncio._enter_task(self.loop, self)
        try:
            super().step(error)
        finally:
            asyncio._leave_task(self.loop, self)
            self = error = None


class Loop(loop.Loop):
    """Is the running loop of its thread while it goes round."""

    new_task = Task

    def run_until_complete(self, future):
        """Go round until `future` is done; meanwhile, be the running loop."""
        try:
            asyncio._set_running_loop(self)
            return super().run_until_complete(future)
        finally:
            asyncio._set_running_loop(None)
