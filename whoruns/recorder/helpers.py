"""Threads, calls in threads, and processes that a program starts in real time: a lane each, as long as it works.

Their lines are not followed. That one is over is seen when something of the program is told next.
"""
from __future__ import annotations

import contextvars
import functools
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Protocol

from whoruns.recorder.looking import function_of, is_a
from whoruns.recorder.replacing import replacing
from whoruns.recorder.values import called

MACHINERY = ("asyncio.", "concurrent.")
"""Modules whose threads carry out calls that have lanes of their own, or wait for processes."""


class Listener(Protocol):
    """The object that is told."""

    def helper_began(self, place: str, name: str, is_over: Callable[[], bool]) -> int:
        """One is at work; return its lane."""

    def thread_began(self, lane: int, thread: int) -> None:
        """A thread works for a lane from now on."""


@contextmanager
def hearing_helpers(listener: Listener, is_mine: Callable[[], bool]) -> Iterator[None]:
    """Tell a listener of those that are started where `is_mine` is true."""
    submit: Any = ThreadPoolExecutor.submit
    start: Any = threading.Thread.start
    process: Any = subprocess.Popen.__init__

    @functools.wraps(submit)
    def telling_submit(this: Any, function: Any, /, *args: Any, **named: Any) -> Any:
        if not is_mine():
            return submit(this, function, *args, **named)
        futures: list[Any] = []
        lane = listener.helper_began("threads", name_of_work(function), lambda: all(each.done() for each in futures))

        def work(*args: Any, **named: Any) -> Any:
            listener.thread_began(lane, threading.get_ident())
            return function(*args, **named)

        futures.append(submit(this, work, *args, **named))
        return futures[0]

    @functools.wraps(start)
    def telling_start(this: Any) -> None:
        start(this)
        function: Any = function_of(getattr(this, "_target", None))
        if is_mine() and not str(getattr(function, "__module__", "")).startswith(MACHINERY):
            lane = listener.helper_began("threads", this.name, lambda: not this.is_alive())
            listener.thread_began(lane, this.ident)

    @functools.wraps(process)
    def telling_process(this: Any, args: Any, *more: Any, **named: Any) -> None:
        process(this, args, *more, **named)
        if is_mine():
            first = args if isinstance(args, (str, bytes, os.PathLike)) else [*args, ""][0]
            name = os.path.basename(os.fsdecode(first).split(" ")[0])
            listener.helper_began("processes", name, lambda: this.returncode is not None)

    with replacing() as replace:
        replace(ThreadPoolExecutor, "submit", telling_submit)
        replace(threading.Thread, "start", telling_start)
        replace(subprocess.Popen, "__init__", telling_process)
        yield


def name_of_work(function: Any) -> str:
    """Return the name of what a thread is to do: of ``asyncio.to_thread(f)``, f."""
    while is_a(function, functools.partial):
        given = function.args
        in_context = is_a(getattr(function.func, "__self__", None), contextvars.Context)
        function = given[0] if in_context and given else function.func
    return called(function)
