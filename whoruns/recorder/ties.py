"""Timers that are due at the same time ring in the order in which Python rings them.

On a clock that stands still between two waits, what real time would tell apart is equal, and asyncio's heap puts equal
timers in any order. In real time a clock says something later each time that it is asked: so it does here, for the
order of timers only. Two that were set with one reading of the clock are equal in real time, too, and are left to the
heap.

A real clock goes on by itself, too: who sleeps for what is left of a time, and is woken a rounding too early, asks
anew, and will be right. Here, whoever asks for any time at all gets some that can be seen.
"""
from __future__ import annotations

import functools
from asyncio import events
from asyncio.base_events import BaseEventLoop
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from whoruns.recorder.clocks import LEAST, worlds

PRECISION = 9
"""Digits of a second: sums of delays that differ by less are the same time."""


@contextmanager
def in_order() -> Iterator[None]:
    """Let timers compare by the reading of the clock with which they were set, where they are due at once."""
    handle: Any = events.TimerHandle
    loop: Any = BaseEventLoop
    make, less, read, later = handle.__init__, handle.__lt__, loop.time, loop.call_later
    due: dict[int, tuple[float, int]] = {}  # by id of a handle, which another may have had
    readings = 0

    @functools.wraps(make)
    def __init__(this: Any, when: float, *args: Any, **named: Any) -> None:
        if 0 < when - (now := worlds[-1].now if worlds else when) < LEAST:
            when = now + LEAST
        due[id(this)] = round(when, PRECISION), readings
        make(this, when, *args, **named)

    @functools.wraps(less)
    def __lt__(this: Any, other: Any) -> Any:
        first, second = due.get(id(this)), due.get(id(other))
        return less(this, other) if first is None or second is None else first < second

    @functools.wraps(read)
    def time(this: Any) -> Any:
        nonlocal readings
        readings += 1
        return read(this)

    @functools.wraps(later)
    def call_later(this: Any, delay: float, *args: Any, **named: Any) -> Any:
        return later(this, LEAST if delay is not None and 0 < delay < LEAST else delay, *args, **named)

    handle.__init__, handle.__lt__, loop.time, loop.call_later = __init__, __lt__, time, call_later
    try:
        yield
    finally:
        handle.__init__, handle.__lt__, loop.time, loop.call_later = make, less, read, later
