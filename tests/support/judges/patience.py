"""Ends a test of CPython's that would go on for ever, and says why; and a clock with which none waits.

No reason depends on the speed of the machine: a loop that sleeps goes one round, however long, and seconds are counted
in hundreds of times what a test takes.
"""
from __future__ import annotations

import signal
import threading
import time
from asyncio import base_events
from types import FrameType
from typing import Any

ROUNDS = 20_000
"""Rounds that a loop may go while no other thread runs; a sleeping loop goes but one, since the clock jumps."""
WORKING, SLEEPING = 60, 600
"""Seconds of the processor that a test may take, and seconds for which it may wait for a thread; none takes one."""


class Hangs(BaseException):
    """A test waits for an event that never happens."""


def patience(working: float, sleeping: float) -> None:
    """Stop the test after so many seconds of the processor, or on the clock; 0: don't."""
    signal.setitimer(signal.ITIMER_PROF, working, 1)
    signal.setitimer(signal.ITIMER_REAL, sleeping, 1)


clock, left_out = time.monotonic, 0.0


def leave_out(seconds: float) -> None:
    """Let the clock be later, for loops and for tests that look at it themselves."""
    global left_out
    left_out += seconds


def nobody_hangs() -> None:
    """Let the clock jump to where loops would wake, and stop a test that waits for ever.

    That is one that cannot be woken at all, goes too many rounds, or works or sleeps for too long.
    """
    loop: Any = base_events.BaseEventLoop
    inherited = loop._run_once

    def run_once(self: Any) -> None:
        if threading.active_count() == 1:
            self.rounds = getattr(self, "rounds", 0) + 1
            if self.rounds > ROUNDS:
                raise Hangs(f"goes more than {ROUNDS} rounds")
            if not self._ready and not self._stopping:
                waking = min((timer.when() for timer in self._scheduled if not timer.cancelled()), default=None)
                if waking is None:
                    raise Hangs("nothing can wake it")
                leave_out(max(0.0, waking - self.time()))
        inherited(self)

    def stop(number: int, frame: FrameType | None) -> None:
        raise Hangs(f"works for {WORKING} seconds" if number == signal.SIGPROF else f"sleeps for {SLEEPING} seconds")

    loop._run_once, time.monotonic = run_once, lambda: clock() + left_out
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, stop)
