"""An event on futures: each task has its own, and `set` settles all."""
from ghetto_asyncio.tasks.loop import settle


class Event:
    """Something that has happened, or has not happened yet."""

    def __init__(self, loop):
        self.loop, self.happened, self.waiting = loop, False, []

    def is_set(self):
        """Return whether it has happened."""
        return self.happened

    def set(self):
        """Let the tasks that wait go on, and all that come later."""
        self.happened = True
        for future in self.waiting:
            settle(future)

    def clear(self):
        """Let tasks that come later wait again."""
        self.happened = False

    async def wait(self):
        """Wait until it has happened; return True."""
        if not self.happened:
            future = self.loop.create_future()
            self.waiting.append(future)
            try:
                await future
            finally:
                self.waiting.remove(future)
        return True
