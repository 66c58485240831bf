"""What an exception handler is shown, and a timer that can be asked."""
from asyncio import format_helpers
from heapq import heappush

from ghetto_asyncio.callbacks import call
from ghetto_asyncio.clocks import cancelled


class Failed(call.Handle):
    """A call that has failed: which one, and in which context."""

    def __init__(self, callback, args, context):
        super().__init__(callback, args)
        self.context = context

    def get_context(self):
        """Return the context in which it was made."""
        return self.context

    def __repr__(self):
        return format_helpers._format_callback_source(
            self.callback, self.args)


class Timer(cancelled.Timer):
    """A handle that knows when it is due."""

    def __init__(self, handle, timers, when):
        super().__init__(handle, timers)
        self.due = when

    def when(self):
        """Return the time of the loop's clock at which it is due."""
        return self.due


class Timers(cancelled.Timers):
    """Keeps timers that know when they are due."""

    def add(self, when, handle):
        """Keep a handle until `when`; return it, as a timer."""
        if when != when:
            raise ValueError("not a number")
        timer = Timer(handle, self, when)
        heappush(self.heap, (when, next(self.order), timer))
        return timer
