"""This clock does not wait: it jumps to the deadline."""
import asyncio
from selectors import DefaultSelector

from ghetto_asyncio.clocks import cancelled


class JumpingSelector(DefaultSelector):
    """Looks for data and never waits; `now` is its time in seconds."""

    def __init__(self):
        super().__init__()
        self.now = 0.0

    def select(self, timeout=None):
        """Return the sockets that are ready; if none is, let time pass.

        Raise RuntimeError where a real selector would never wake up.
        """
        ready = super().select(0)
        if not ready:
            if timeout is None:
                raise RuntimeError("nothing will ever happen")
            self.now += max(0, timeout)
        return ready


class Loop(cancelled.Loop):
    """Our loop, with a clock that jumps."""

    def __init__(self):
        super().__init__()
        self.selector.close()
        self.selector = JumpingSelector()

    def time(self):
        """Give the time in seconds since the loop was made."""
        return self.selector.now


class AsyncioLoop(asyncio.SelectorEventLoop):
    """The loop of asyncio, with the same clock."""

    def __init__(self):
        self.jumping = JumpingSelector()
        super().__init__(self.jumping)
        self._clock_resolution = 1e-6  # else timers stop after 194 days

    def time(self):
        """Give the time in seconds since the loop was made."""
        return self.jumping.now
