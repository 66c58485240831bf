"""Find a program's leftovers: warnings, sockets, files, threads, tasks."""
from __future__ import annotations

import contextlib
import gc
import logging
import os
import socket
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any


class Leak(AssertionError):
    """Something was left open, pending or unheard."""


PATIENCE = 1.0
"""Seconds that a thread has to end which has been told to."""
HTTPX = "Using `httpx` with `starlette.testclient` is deprecated"
"""Starlette's warning of httpx, although it takes either: httpx is here for its own sake, and httpx2 is not."""

_depth = 0
"""How many of these are inside one another."""


@contextlib.contextmanager
def no_leaks() -> Iterator[None]:
    """Raise Leak at the end if the block left anything behind. Warnings are errors inside."""
    global _depth
    found: list[str] = []
    handler = _Collect(found)
    logger = logging.getLogger("asyncio")
    hook, sys.unraisablehook = sys.unraisablehook, lambda event: found.append(f"{event.exc_value!r}")
    logger.addHandler(handler)
    gc.freeze()  # what is here already is not looked at, which is quick, and not blamed on the block
    _depth += 1
    before = _held()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", HTTPX)
            yield
            gc.collect()
        _threads_end(before)
        found += sorted(_held() - before)
    finally:
        _depth -= 1
        if not _depth:
            gc.unfreeze()
        sys.unraisablehook = hook
        logger.removeHandler(handler)
    if found:
        raise Leak("left behind: " + "; ".join(found))


class _Collect(logging.Handler):
    """asyncio reports lost tasks and exceptions to its logger only."""

    def __init__(self, found: list[str]) -> None:
        super().__init__(logging.WARNING)
        self.found = found

    def emit(self, record: logging.LogRecord) -> None:
        if not record.getMessage().startswith("Executing "):  # slow is no leak
            self.found.append(record.getMessage().splitlines()[0])


def _held() -> set[str]:
    """Name all open things."""
    sockets = {f"open socket {id(s)}" for s in _objects(socket.socket) if s.fileno() != -1}
    threads = {_running(thread) for thread in threading.enumerate()}
    files = {f"open descriptor {name}" for name in os.listdir("/dev/fd")} if os.path.isdir("/dev/fd") else set()
    return sockets | threads | files


def _running(thread: threading.Thread) -> str:
    return f"running thread {thread.name}"


def _threads_end(before: set[str]) -> None:
    """Let threads end that were begun since: a driver's thread says that it is done, and ends after that."""
    for thread in threading.enumerate():
        if _running(thread) not in before:
            with contextlib.suppress(AssertionError, RuntimeError):  # one that Python has not begun can't be waited for
                thread.join(PATIENCE)


def _objects(kind: type[Any]) -> list[Any]:
    return [thing for thing in gc.get_objects() if type(thing) is kind]
