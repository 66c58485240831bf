"""What a run is recorded inside of: fresh listings, a late clock, hurried threads, and an end."""
from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.machinery import FileFinder
from pathlib import Path
from typing import Any

from whoruns import package
from whoruns.recorder.replacing import CLOCK
from whoruns.recorder.world import TooLong

SECONDS = 20
"""A run that has not ended by then has no end, and no line of the listings either."""


@contextmanager
def hurried_threads() -> Iterator[None]:
    """Threads live in real time; they are to change often enough that a few lines show it."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


@contextmanager
def deadline() -> Iterator[None]:
    """Stop a run that goes on for ever outside the listings."""

    def stop(signum: int, frame: object) -> None:
        raise TooLong(f"no end after {SECONDS} s: does it ever end?")

    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def late_time() -> Iterator[None]:
    """Let ``from time import monotonic`` give a function that looks up ``time.monotonic`` when it is called."""

    def late(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def function(*args: Any) -> Any:
            now = getattr(time, name)
            return (real if now is function else now)(*args)

        return function

    before = {name: getattr(time, name) for name in CLOCK}
    for name, real in before.items():
        setattr(time, name, late(name, real))
    try:
        yield
    finally:
        for name, real in before.items():
            setattr(time, name, real)


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
