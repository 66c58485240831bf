"""Timers that are due at the same time ring in the order in which Python rings them.

On a clock that stands still between two waits, times that differ in reality are equal, and asyncio's heap puts equal
timers in any order. In real time a clock says something later each time that it is asked: so it does here, for the
order of timers only. Two that were set with one reading of the clock are equal in real time, too, and are left to the
heap.

A real clock goes on by itself, too: a task that sleeps for the rest of a time, and is woken a rounding too early, asks
anew, and will be right. Here, a task that asks for any time at all gets some that can be seen.

asyncio keeps tasks in sets, whose order is that of addresses: the first one that a group or the end of a run cancels is
another each time. A run that is recorded again, to be compared, has them in the order in which they were made; and in
Python's development mode asyncio's debug mode is off, which does more, one after the other.
"""
from __future__ import annotations

import functools
from asyncio import coroutines, events, taskgroups, tasks
from asyncio.base_events import BaseEventLoop
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

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


class Ordered(set[Any]):
    """A set that is gone through in the order in which its items came."""

    def __init__(self, items: Iterable[Any] = ()) -> None:
        self.order = dict.fromkeys(items)
        super().__init__(self.order)

    def __iter__(self) -> Iterator[Any]:
        return iter([item for item in self.order if item in self])

    def __repr__(self) -> str:
        return repr(set(self))

    def add(self, item: Any) -> None:
        """Add an item, as the last one."""
        if item not in self:
            self.order.pop(item, None)
        self.order[item] = None
        super().add(item)


@contextmanager
def repeatable() -> Iterator[None]:
    """Let code that goes through tasks of asyncio find them in the order in which they were made, or were put there.

    asyncio debugs only where it is asked to.
    """
    loop: Any = BaseEventLoop
    mode: Any = coroutines
    modules: tuple[Any, Any] = (taskgroups, tasks)
    make, known, debugs = loop.create_task, modules[1].all_tasks, mode._is_debug_mode
    numbers: WeakKeyDictionary[Any, int] = WeakKeyDictionary()

    @functools.wraps(make)
    def create_task(this: Any, *args: Any, **named: Any) -> Any:
        made = make(this, *args, **named)
        numbers.setdefault(made, len(numbers))
        return made

    @functools.wraps(known)
    def all_tasks(loop: Any = None) -> Any:
        return Ordered(sorted(known(loop), key=lambda task: numbers.get(task, -1)))

    for module in modules:
        module.set = Ordered
    loop.create_task, modules[1].all_tasks, mode._is_debug_mode = create_task, all_tasks, lambda: False
    try:
        yield
    finally:
        loop.create_task, modules[1].all_tasks, mode._is_debug_mode = make, known, debugs
        for module in modules:
            del module.set
