"""The callback loop gets a sense of time."""
from time import monotonic

from ghetto_asyncio.callbacks import watching
from ghetto_asyncio.clocks.heap import Timers
from ghetto_asyncio.clocks.how_long import how_long


class Loop(watching.Loop):
    """Calls back when a socket is ready, or when a time has come."""

    def __init__(self):
        super().__init__()
        self.timers = Timers()

    def time(self):
        """Give the time in seconds, on a clock that never jumps back."""
        return monotonic()

    def call_later(self, delay, callback, *args):
        """Call back after `delay` seconds; return the handle."""
        when = self.time() + delay
        return self.timers.add(when, self.handle(callback, args))

    def call_at(self, when, callback, *args):
        """Call back when this loop's clock shows `when`; return the handle."""
        return self.timers.add(when, self.handle(callback, args))

    def how_long(self):
        """Give the seconds until there is something to do."""
        return how_long(self.ready, self.timers.next(), self.time())

    def wait(self):
        """Wait for a socket or a timer; put what is due into the queue."""
        super().wait()
        self.ready.extend(self.timers.due(self.time()))

    def run_until_idle(self):
        """Go round until nothing is left to call or to wait for."""
        while self.how_long() is not None or self.selector.get_map():
            self.run_once()
