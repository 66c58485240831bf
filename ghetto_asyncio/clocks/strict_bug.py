"""A timer becomes due a moment too late, and the loop spins."""
from heapq import heappop

from ghetto_asyncio.clocks import heap
from ghetto_asyncio.clocks.how_long import how_long


class Timers(heap.Timers):
    """Compares with `<` where `<=` would be right."""

    def due(self, now):
        """Take out the handles whose time has passed."""
        found = []
        while self.heap and self.heap[0][0] < now:
            found.append(heappop(self.heap)[2])
        return found


def run(timers, fuel):
    """Go round with a clock that wakes us at the exact time.

    Return each wait and what was due then; stop after `fuel` rounds.
    """
    log, now = [], 0
    while timers.heap and len(log) < fuel:
        timeout = how_long(False, timers.next(), now)
        now += timeout
        log.append((timeout, timers.due(now)))
    return log
