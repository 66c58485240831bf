"""A loop and a task that say who they are: asyncio's functions ask."""
import asyncio

from ghetto_asyncio.stopping import loop, task


class Task(task.Task):
    """A task that is the current one while it takes a step."""

    def step(self, error=None):
        """Take a step, as the current task of the loop."""
        asyncio._enter_task(self.loop, self)
        try:
            super().step(error)
        finally:
            asyncio._leave_task(self.loop, self)


class Loop(loop.Loop):
    """A loop that is the running one of its thread."""

    new_task = Task

    def run_until_complete(self, future):
        """Go round until it is done, as the running loop."""
        asyncio._set_running_loop(self)
        try:
            return super().run_until_complete(future)
        finally:
            asyncio._set_running_loop(None)
