"""A loop calls back when it is time; a call can be taken back."""
from collections import deque
from heapq import heappop, heappush
from itertools import count
from time import monotonic, sleep

from small.handles import Handle


class Loop:
    """Makes calls in their order."""

    def __init__(self):
        self.ready, self.heap, self.order = deque(), [], count()

    def call_later(self, seconds, function, *args):
        """Call when these seconds are over; return what takes that back."""
        handle = Handle(function, args)
        heappush(self.heap, (monotonic() + seconds, next(self.order), handle))
        return handle

    def run(self):
        """Run until there is nothing to be called."""
        while self.heap or self.ready:
            while self.heap and self.heap[0][0] <= monotonic():
                handle = heappop(self.heap)[2]
                if not handle.cancelled():
                    self.ready.append(handle)
            while self.ready:
                handle = self.ready.popleft()
                handle.function(*handle.args)
            if self.heap:
                sleep(max(0, self.heap[0][0] - monotonic()))


def tea(loop, guest):
    """Serve tea, and ask for toast."""
    print("tea for", guest)
    loop.call_later(2, toast, guest)


def toast(guest):
    """Serve toast."""
    print("toast for", guest)


def forget(handle):
    """Serve nothing."""
    handle.cancel()
