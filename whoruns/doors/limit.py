"""A limit of time for a part of a test: what takes longer fails, as a test that hangs."""
from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Let fail what takes more seconds of real time. There is no limit where signals do not come: in other threads."""
    def stop(_number: int, _frame: object) -> None:
        pytest.fail(f"no end after {seconds:g} s")

    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
