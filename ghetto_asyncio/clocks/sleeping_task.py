"""The main loop, with tasks that sleep."""
from time import monotonic

from ghetto_asyncio.clocks.heap import Timers
from ghetto_asyncio.clocks.how_long import how_long
from ghetto_asyncio.mainloop import loop


class Loop(loop.Loop):
    """Runs tasks that also yield a time, to wait until then."""

    def __init__(self):
        super().__init__()
        self.timers = Timers()

    def time(self):
        """Give the time in seconds, on a clock that never jumps back."""
        return monotonic()

    def sleep(self, seconds):
        """Wait for some seconds."""
        yield self.time() + seconds

    def park(self, task, wanted):
        """Put a task where it waits: in the heap, if for a time."""
        if isinstance(wanted, (int, float)):
            self.timers.add(wanted, task)
        else:
            super().park(task, wanted)

    def wake(self, timeout):
        """Wait for events or a time, whichever is first."""
        when = self.timers.next()
        super().wake(how_long(self.ready, when, self.time()))
        for task in self.timers.due(self.time()):
            self.ready.append((task, None))
