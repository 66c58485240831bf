"""The main loop, with tasks that sleep."""
from time import monotonic

from ghetto_asyncio.clocks.heap import Timers
from ghetto_asyncio.clocks.how_long import how_long
from ghetto_asyncio.mainloop import kept


class Loop(kept.Loop):
    """Runs tasks that may also yield a time, to wait until then."""

    def __init__(self):
        super().__init__()
        self.timers = Timers()

    def time(self):
        """Return the time in seconds, on a clock that never goes back."""
        return monotonic()

    def sleep(self, seconds):
        """Wait for some seconds."""
        yield self.time() + seconds

    def park(self, task, wanted):
        """Put a task into the heap if it waits for a time."""
        if wanted == "rest":
            wanted = self.time() + 1
        if isinstance(wanted, (int, float)) and wanted == wanted:
            self.timers.add(wanted, task)
        else:
            super().park(task, wanted)

    def how_long(self):
        """Return the seconds until a task can go on, or None."""
        return how_long(self.ready, self.timers.next(), self.time())

    def wake(self):
        """Wait for events or a time; who waited for it is ready."""
        super().wake()
        for task in self.timers.due(self.time()):
            self.ready.append((task, None))
