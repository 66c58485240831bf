"""All clocks of Python, which show the time of a world while it lasts.

The functions and classes that stand in the place of Python's are made once, and look for a world when they are called.
So a library that was imported during a recording, and keeps ``from time import monotonic``, is right in the next one,
and shows the real time afterwards. What was imported before, and keeps ``from datetime import datetime``, asks the real
clock for ever; and so does whoever measures what a processor has done (``time.process_time``).

That the classes of ``datetime`` have stand-ins, of which theirs are taken to be instances, is freezegun's idea.
"""
from __future__ import annotations

import datetime
import time
from collections.abc import Callable
from typing import Any, Protocol

EPOCH = 1767225600.0
"""What time.time() begins with in a program of a reader's own, in seconds: 2026-01-01 00:00 UTC."""


class Timed(Protocol):
    """Whoever has a time."""

    now: float
    """Seconds since it began."""
    epoch: float
    """What time.time() began with."""

    def sleep(self, seconds: float) -> None:
        """Let this time pass."""


worlds: list[Timed] = []
"""The last one counts."""
real_sleep, real_monotonic = time.sleep, time.monotonic
NANO = 1_000_000_000


def sleep(seconds: float) -> None:
    """``time.sleep()``."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    (worlds[-1].sleep if worlds else real_sleep)(seconds)


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
    return lambda *args: instead(*args) if worlds else real(*args)


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
"""What ``time`` has while a world lasts."""


class Stands(type):
    """The type of a class that stands in the place of another one."""

    def __instancecheck__(cls, value: object) -> bool:
        """Say whether a value is of the class that it stands for."""
        return isinstance(value, cls.__bases__[0]) if cls in DATES.values() else super().__instancecheck__(value)

    def __subclasscheck__(cls, kind: type) -> bool:
        """Say whether a class comes from the one that it stands for."""
        return issubclass(kind, cls.__bases__[0]) if cls in DATES.values() else super().__subclasscheck__(kind)


class Date(datetime.date, metaclass=Stands):
    """``datetime.date``."""

    __slots__ = ()

    @classmethod
    def today(cls) -> Any:
        """Return the day that the world has."""
        return cls.fromtimestamp(since_epoch()) if worlds else super().today()


class DateTime(datetime.datetime, metaclass=Stands):
    """``datetime.datetime``."""

    __slots__ = ()

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Any:
        """Return the time that the world has."""
        return cls.fromtimestamp(since_epoch(), tz) if worlds else super().now(tz)

    @classmethod
    def today(cls) -> Any:
        """Return it without a zone."""
        return cls.now()

    @classmethod
    def utcnow(cls) -> Any:
        """Return it as it is in Greenwich."""
        return cls.now(datetime.UTC).replace(tzinfo=None)


DATES: dict[str, type] = {"date": Date, "datetime": DateTime}
"""What ``datetime`` has while a world lasts."""


def as_the_real_one(kind: type) -> None:
    """Let a class be called like the one that it stands for, in texts and pickles."""
    real: Any = kind.__bases__[0]
    kind.__name__, kind.__qualname__, kind.__module__ = real.__name__, real.__qualname__, real.__module__
    kind.__doc__ = real.__doc__

    def shown(self: Any) -> str:
        return f"{'datetime.' * (type(self) is kind)}{real.__repr__(self)}"

    kind.__repr__ = shown  # type: ignore[method-assign, assignment]


for _kind in DATES.values():
    as_the_real_one(_kind)
