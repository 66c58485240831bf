"""The world as it is: real time, and no persons who follow a script."""
from __future__ import annotations

import sys

from whoruns.recorder.clocks import real_monotonic
from whoruns.recorder.world import Listener, World

DIGITS = 3
"""Of a second, that are told."""


class RealWorld(World):
    """The world as it is. Its seconds are counted from `begin`."""

    real = True

    def __init__(self, listener: Listener, typed: tuple[str, ...] = ()) -> None:
        super().__init__(listener, None, typed)
        self.begin = real_monotonic()
        self.before = frozenset(sys._current_frames())
        """The threads that were there before."""
        self.loops_elsewhere = False
        """Whether a loop runs in another thread."""

    def clock(self) -> float:
        """Return the seconds since the run began."""
        return real_monotonic() - self.begin

    def told(self, time: float) -> float:
        """Return a time as it is told."""
        return round(time, DIGITS)

    def read(self) -> None:
        """Read the clock: from here on it is so late for the recording."""
        self.now = self.told(self.clock())
