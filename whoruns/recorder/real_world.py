"""The world as it is: real time, and no persons who follow a script."""
from __future__ import annotations

import os
from threading import get_ident

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
        self.thread, self.process = get_ident(), os.getpid()
        self.loops_elsewhere = False
        """Whether a loop runs in another thread."""

    def is_mine(self) -> bool:
        """Say whether the caller is recorded: no other thread."""
        return get_ident() == self.thread

    def clock(self) -> float:
        """Return the seconds since the run began."""
        return real_monotonic() - self.begin

    def told(self, time: float) -> float:
        """Return a time as it is told."""
        return round(time, DIGITS)

    def read(self) -> None:
        """Read the clock: from here on it is so late for the recording."""
        self.now = self.told(self.clock())
