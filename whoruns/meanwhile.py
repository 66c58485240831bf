"""Signals to a program whose last events are kept: one has the page written while it goes on, another one ends it.

The page is written by a child that is forked for it: it has all that is recorded, and the program does not wait.
"""
from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

from whoruns.program import Seen
from whoruns.recorder.started import Calmly
from whoruns.recorder.tracing import unwatch
from whoruns.recorder.world import really_select

WRITES: Any = getattr(signal, "SIGUSR1", None) if hasattr(os, "fork") else None
"""The signal that has the page written, where there is one."""
# a program that is recorded may be refused these
fork: Any = getattr(os, "fork", None)
leave, kill = os._exit, os.kill
MANY = 1 << 16
"""A number of descriptors that a process does not have."""


class Meanwhile:
    """Writes what is recorded so far of a program, when a signal asks for it."""

    def __init__(self, write: Callable[[Seen], object]) -> None:
        """`write` writes the page, and says where."""
        self._write = write
        self._calmly: Calmly = lambda work: None
        self._so_far: Callable[[], Seen]
        self._under_way = -1  # a descriptor that ends when the page is written
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Meanwhile:
        """Listen to signals: SIGTERM ends the program as Ctrl-C does, also where that is ignored."""
        if WRITES is not None:
            self._before = {
                WRITES: signal.signal(WRITES, self._asked),
                signal.SIGTERM: signal.signal(signal.SIGTERM, self._ended),
            }
        return self

    def __exit__(self, *error: object) -> None:
        """Listen no more, and wait until a page that is under way is written: the next one is newer."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        while self._is_under_way(None):
            pass

    def begins(self, calmly: Calmly, so_far: Callable[[], Seen]) -> None:
        """A program begins: `so_far` returns what is recorded of it; `calmly` does some work when that can be asked."""
        self._calmly, self._so_far = calmly, so_far

    def _asked(self, _number: int, _frame: FrameType | None) -> None:
        self._calmly(self._begin)

    def _ended(self, _number: int, _frame: FrameType | None) -> None:
        if callable(signal.getsignal(signal.SIGINT)):
            kill(os.getpid(), signal.SIGINT)
        else:
            raise KeyboardInterrupt

    def _is_under_way(self, seconds: float | None) -> bool:
        """Say whether a page is being written after so many seconds, None for when it is not."""
        if self._under_way >= 0 and really_select([self._under_way], [], [], seconds)[0]:
            os.close(self._under_way)
            self._under_way = -1
        return self._under_way >= 0

    def _begin(self) -> None:
        """Begin to write, unless that is under way."""
        if self._is_under_way(0):
            return
        self._under_way, ends = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of other threads, which do not go on in the child
            child = fork()
        if child:
            os.close(ends)
            os.waitpid(child, 0)
            return
        if fork():  # the program need not hear of a child's end
            leave(0)
        unwatch()
        os.closerange(3, ends)  # a peer is to see when the program closes a connection
        os.closerange(ends + 1, MANY)
        try:
            sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
            self._write(self._so_far())
        except BaseException as error:
            with suppress(Exception):
                print(f"{type(error).__name__}: {error}", file=sys.stderr)
        finally:
            with suppress(Exception):
                sys.stderr.flush()
            leave(0)
