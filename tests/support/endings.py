"""Threads of libraries that have been told to end, and take a moment."""
from __future__ import annotations

import threading


def threads_end(called: str) -> None:
    """Wait until no thread with this in its name is left; one that stays is reported as a leak."""
    for thread in threading.enumerate():
        if called in thread.name:
            thread.join(60)
