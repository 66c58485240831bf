"""Hears which loops of asyncio end, and which tasks are still pending then: all that a test which passes costs."""
from __future__ import annotations

import asyncio
import functools
import os
import re
from asyncio import base_events, runners
from collections.abc import Callable, Iterator
from types import CoroutineType
from typing import Any

from whoruns.source import is_in

UNNAMED = re.compile(r"Task-\d+")
"""How asyncio names a task that the program does not."""

class Heard:
    """Counts the loops that are closed, and names the tasks of a project's coroutines that are pending then."""

    def __init__(self, folder: str) -> None:
        """`folder` is the project's."""
        self.closed = 0
        self.left: list[str] = []
        """Their names, each with the file and line where its coroutine stands."""
        self._folder = folder
        self._real: tuple[Any, Any] = runners._cancel_all_tasks, base_events.BaseEventLoop.close  # type: ignore[attr-defined]

    def begin(self) -> None:
        """Begin to listen."""
        cancel, close = self._real
        runners._cancel_all_tasks = self._listening(cancel)  # type: ignore[attr-defined]
        base_events.BaseEventLoop.close = self._closing(close)  # type: ignore[method-assign, assignment]

    def end(self) -> None:
        """Listen no more."""
        runners._cancel_all_tasks, base_events.BaseEventLoop.close = self._real  # type: ignore[attr-defined, method-assign]

    def _listening(self, cancel: Callable[[Any], None]) -> Callable[[Any], None]:
        @functools.wraps(cancel)
        def listening(loop: Any) -> None:
            self.left += self._pending(loop)
            cancel(loop)

        return listening

    def _closing(self, close: Callable[[Any], None]) -> Callable[[Any], None]:
        @functools.wraps(close)
        def closing(loop: Any) -> None:
            if not loop.is_closed():
                self.closed += 1
                self.left += self._pending(loop)
            close(loop)

        return closing

    def _pending(self, loop: Any) -> Iterator[str]:
        for task in asyncio.all_tasks(loop):
            coro = task.get_coro()
            if type(coro) is CoroutineType and not task.cancelling() and is_in(self._folder, coro.cr_code.co_filename):
                name = coro.__name__ if UNNAMED.fullmatch(task.get_name()) else task.get_name()
                line = coro.cr_frame.f_lineno if coro.cr_frame else coro.cr_code.co_firstlineno
                yield f"{name} ({os.path.basename(coro.cr_code.co_filename)}:{line})"
