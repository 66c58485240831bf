"""Methods of asyncio that tell when they are called: a timer is made, a call is taken back, a lock is released.

They work as otherwise. They are replaced while a program is recorded, and only so.
"""
from __future__ import annotations

import functools
import sys
from asyncio import events, locks
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Protocol

from whoruns.recorder.replacing import replacing


class Listener(Protocol):
    """The object that is told."""

    def timer_made(self, handle: Any, frame: FrameType) -> None:
        """A timer is made, by a call of `frame`; it is not set yet."""

    def taken_back(self, handle: Any) -> None:
        """A timer, or a call that is ready, is about to be taken back."""

    def released(self, lock: Any) -> None:
        """A lock or a semaphore is about to be released."""


@contextmanager
def overhearing(listener: Listener) -> Iterator[None]:
    """Tell a listener."""
    timer: Any = events.TimerHandle
    handle: Any = events.Handle
    lock: Any = locks.Lock
    semaphore: Any = locks.Semaphore
    make, cancel = timer.__init__, handle.cancel

    @functools.wraps(make)
    def __init__(this: Any, *args: Any, **named: Any) -> None:
        make(this, *args, **named)
        listener.timer_made(this, sys._getframe(1))

    @functools.wraps(cancel)
    def telling_cancel(this: Any) -> Any:
        if not this._cancelled:
            listener.taken_back(this)
        return cancel(this)

    def telling(release: Callable[[Any], Any]) -> Callable[[Any], Any]:
        @functools.wraps(release)
        def telling_release(this: Any) -> Any:
            listener.released(this)
            return release(this)

        return telling_release

    with replacing() as replace:
        replace(timer, "__init__", __init__)
        replace(handle, "cancel", telling_cancel)
        replace(lock, "release", telling(lock.release))
        replace(semaphore, "release", telling(semaphore.release))
        yield
