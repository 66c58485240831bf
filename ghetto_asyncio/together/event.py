"""An event on two requests: `wait` parks a task, and `set` wakes all."""
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park, wake


class Event:
    """Something that has happened, or has not happened yet."""

    def __init__(self, name="an event"):
        self.happened, self.waiting = False, Place(name)

    def is_set(self):
        """Return whether it has happened."""
        return self.happened

    async def set(self):
        """Let the tasks that wait go on, and all that come later."""
        self.happened = True
        await wake(self.waiting, len(self.waiting))

    def clear(self):
        """Let tasks that come later wait again."""
        self.happened = False

    async def wait(self):
        """Wait until it has happened; return True."""
        if not self.happened:
            await park(self.waiting)
        return True
