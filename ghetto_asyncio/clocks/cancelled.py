"""Cancelled timers are not waited for, and not kept."""
from heapq import heapify, heappop

from ghetto_asyncio.callbacks.call import Handle
from ghetto_asyncio.clocks import heap, loop


class Timer(Handle):
    """A handle that tells its `Timers` when it is cancelled."""

    def __init__(self, handle, timers):
        super().__init__(handle.callback, handle.args)
        self.timers = timers

    def cancel(self):
        """Forget the call, and have the timers count that, once."""
        if not self.cancelled():
            super().cancel()
            self.timers.one_unwanted()


class Timers(heap.Timers):
    """Drops cancelled timers: at the front, or all when they are many."""

    def __init__(self):
        super().__init__()
        self.unwanted = 0

    def add(self, when, handle):
        """Keep a handle; return one that is counted when cancelled."""
        return super().add(when, Timer(handle, self))

    def one_unwanted(self):
        """Count a cancelled timer; drop them all if most are cancelled."""
        self.unwanted += 1
        if self.unwanted > max(64, len(self.heap) // 2):
            self.heap = [e for e in self.heap if not e[2].cancelled()]
            heapify(self.heap)
            self.unwanted = 0

    def next(self):
        """Say when the next call that is not cancelled is due, or None."""
        while self.heap and self.heap[0][2].cancelled():
            heappop(self.heap)
            self.unwanted -= 1
        return super().next()


class Loop(loop.Loop):
    """Does not wait for timers that have been cancelled."""

    def __init__(self):
        super().__init__()
        self.timers = Timers()
