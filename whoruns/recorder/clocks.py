"""All clocks of Python, which show the time of a world while it lasts.

The functions that stand in the place of Python's are made once, and look for a world when they are called. So a library
that was imported during a recording, and keeps ``from time import monotonic``, is right in the next one, and shows the
real time afterwards. A library that was imported before, and keeps such a function, asks the real clock for ever;
and so do measurements of the processor's work (``time.process_time``).

The class ``datetime`` stays as it is, as libraries compare it by identity, and gets other methods meanwhile; that
this can be done to a class in C is forbiddenfruit's idea.
"""
from __future__ import annotations

import datetime
import gc
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

EPOCH = 1767225600.0
"""The beginning of time.time() in a program of a reader's own, in seconds: 2026-01-01 00:00 UTC."""


class Timed(Protocol):
    """An object with a time."""

    now: float
    """Seconds since it began."""
    epoch: float
    """The beginning of time.time()."""

    def sleep(self, seconds: float) -> None:
        """Let this time pass."""

    def is_mine(self) -> bool:
        """Say whether the caller lives in it; other threads do not."""


worlds: list[Timed] = []
"""The last one counts."""
real_sleep, real_monotonic = time.sleep, time.monotonic
NANO = 1_000_000_000
LEAST = 1e-6
"""Seconds that a wait for less takes: a sum with so few shows none."""


def in_world() -> bool:
    """Say whether the caller lives in a world."""
    return bool(worlds) and worlds[-1].is_mine()


def sleep(seconds: float) -> None:
    """``time.sleep()``."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    if in_world():
        worlds[-1].sleep(max(seconds, LEAST) if seconds else seconds)
    else:
        real_sleep(seconds)


def since_begin() -> float:
    """Return the seconds since the world began."""
    return worlds[-1].now


def since_epoch() -> float:
    """Return the seconds since 1970."""
    return worlds[-1].epoch + worlds[-1].now


def in_nano(seconds: Callable[[], float]) -> Callable[[], int]:
    """Return a clock that counts nanoseconds, which no sum with a large number has rounded."""
    return lambda: (int(worlds[-1].epoch) * NANO if seconds is since_epoch else 0) + round(worlds[-1].now * NANO)


def clock(name: str, instead: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function that stands in the place of a clock of ``time``."""
    real: Callable[..., Any] = getattr(time, name)
    return lambda *args: instead(*args) if in_world() else real(*args)


def given_now(name: str, place: int = 0) -> Callable[..., Any]:
    """Return a function of ``time`` that takes the present for an argument that is not given."""
    real: Callable[..., Any] = getattr(time, name)
    in_seconds = name in ("localtime", "gmtime", "ctime")

    def function(*args: Any) -> Any:
        if len(args) > place and args[place] is not None:
            return real(*args)
        return real(*args[:place], since_epoch() if in_seconds else time.localtime())

    return clock(name, function)


def of_system(name: str) -> Callable[..., Any]:
    """Return a function of ``time`` that is told which clock of the system it is to read."""
    real: Callable[..., Any] = getattr(time, name)
    shown: dict[int, Callable[[], float]] = {
        number: seconds for known, seconds in (("CLOCK_REALTIME", since_epoch), ("CLOCK_MONOTONIC", since_begin))
        if (number := getattr(time, known, None)) is not None
    }

    def function(which: int) -> Any:
        if which not in shown:
            return real(which)
        return in_nano(shown[which])() if name.endswith("_ns") else shown[which]()

    return clock(name, function)


TIMES: dict[str, Callable[..., Any]] = {
    "sleep": sleep,
    **{name: clock(name, since_begin) for name in ("monotonic", "perf_counter")},
    **{f"{name}_ns": clock(f"{name}_ns", in_nano(since_begin)) for name in ("monotonic", "perf_counter")},
    "time": clock("time", since_epoch), "time_ns": clock("time_ns", in_nano(since_epoch)),
    **{name: given_now(name) for name in ("localtime", "gmtime", "ctime", "asctime")},
    "strftime": given_now("strftime", 1),
    **{name: of_system(name) for name in ("clock_gettime", "clock_gettime_ns") if hasattr(time, name)},
}
"""The functions of ``time`` while a world lasts."""


def now(cls: Any, tz: datetime.tzinfo | None = None) -> datetime.datetime:
    """``datetime.now()``; today() asks time.time()."""
    return cls.fromtimestamp(since_epoch(), tz) if in_world() else REAL["now"].__get__(None, cls)(tz)  # type: ignore[no-any-return]


def utcnow(cls: Any) -> datetime.datetime:
    """``datetime.utcnow()``."""
    return now(cls, datetime.UTC).replace(tzinfo=None) if in_world() else REAL["utcnow"].__get__(None, cls)()


OURS = {"now": classmethod(now), "utcnow": classmethod(utcnow)}
REAL: dict[str, Any] = {name: vars(datetime.datetime)[name] for name in OURS}
attributes: dict[str, Any] = next(each for each in gc.get_referents(vars(datetime.datetime)) if isinstance(each, dict))
"""Those of the class itself, which refuses assignments, as it is written in C."""


@contextmanager
def dates() -> Iterator[None]:
    """Let the class ``datetime`` ask the newest world."""
    change(OURS)
    try:
        yield
    finally:
        change(REAL)


def change(methods: Mapping[str, Any]) -> None:
    """Give the class ``datetime`` other methods, which have to live for ever: the interpreter may know them still."""
    attributes.update(methods)
    (getattr(sys, "_clear_internal_caches", None) or sys._clear_type_cache)()
