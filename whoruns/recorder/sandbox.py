"""The sandbox of a recorded run: fresh listings, a late clock, hurried threads, and an end."""
from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.machinery import FileFinder
from pathlib import Path

from whoruns import package
from whoruns.recorder.replacing import replace_clocks, replacing
from whoruns.recorder.world import TooLong

SECONDS = 20
"""A run that has not ended by then has no end, and no line of the listings either."""
AGAIN = 2
"""So much later it is stopped again, if it goes on."""
limits: list[Callable[[bool], object]] = []
"""Called when the time of a run is limited, and when no more: a program may take no notice of a signal."""


@contextmanager
def hurried_threads() -> Iterator[None]:
    """Threads live in real time; they are to change often enough that a few lines show it."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


class OutOfTime(TooLong, KeyboardInterrupt):
    """A run takes too long; asyncio lets a KeyboardInterrupt through."""


@contextmanager
def deadline() -> Iterator[list[float]]:
    """Stop a run that goes on for ever outside the listings; yield a list of the times when that was done."""
    late: list[float] = []

    def stop(signum: int, frame: object) -> None:
        late.append(SECONDS)
        raise OutOfTime(f"no end after {SECONDS} s: does it ever end?")

    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield late
        return
    before = signal.signal(signal.SIGALRM, stop)
    limit(SECONDS)
    try:
        yield late
    finally:
        limit(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def no_deadline() -> Iterator[None]:
    """Let time pass meanwhile that is not the run's: a reader thinks before typing."""
    rest = limit(0) if hasattr(signal, "setitimer") else 0.0
    try:
        yield
    finally:
        if rest:
            limit(rest)


def limit(seconds: float) -> float:
    """Let a run stop after some time, or never (0); return how much of such a time was left."""
    for told in limits:
        told(seconds > 0)
    return signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN * (seconds > 0))[0]


@contextmanager
def late_time() -> Iterator[None]:
    """Let ``from time import monotonic`` give a function that looks for a world when it is called."""
    with replacing() as replace:
        replace_clocks(replace)
        yield


@contextmanager
def fresh_listings(root: Path) -> Iterator[None]:
    """Import the listings anew, and put back those that were there."""
    kept = {name: sys.modules.pop(name) for name in list(sys.modules) if package.has(name)}
    sys.path.insert(0, str(root))
    for place, found in sys.path_importer_cache.items():
        if isinstance(found, FileFinder) and Path(place).is_relative_to(root):
            found.invalidate_caches()  # importlib's own function loads half a library in a page
    try:
        yield
    finally:
        sys.path.remove(str(root))
        for name in [name for name in sys.modules if package.has(name)]:
            del sys.modules[name]
        sys.modules.update(kept)
