"""How a program is started, and its surroundings then: its folder, arguments, streams, and the listener to it."""
from __future__ import annotations

import asyncio
import functools
import gc
import io
import logging
import os
import re
import sys
import traceback
import types
import warnings
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from whoruns.recorder.replacing import replacing
from whoruns.recorder.sandbox import no_deadline
from whoruns.recorder.world import TooLong
from whoruns.source import Text

if TYPE_CHECKING:
    from whoruns.recorder.limited import LimitedRecorder


PATH = re.compile(r" (?:created )?at [^ <>]*[/\\]asyncio[/\\]\w+\.py:\d+")
"""Where in asyncio something is, which differs between Pythons."""
MANY = 100_000
"""Objects that are worth being frozen. Where a caller has frozen its own, fewer are left, and counted quickly."""
MOST = 500
"""Characters of an error that are kept."""


Calmly = Callable[[Callable[[], object]], object]


@dataclass(frozen=True)
class Start:
    """How a program is started; by default, like a text without a file and without a terminal."""

    file: str = ""
    """The path of its file."""
    spec: ModuleSpec | None = None
    """Of a module that is started by its name, its spec in the import system."""
    argv: tuple[str, ...] = ()
    """Its ``sys.argv``, if not only its name."""
    call: Callable[[], object] | None = None
    """A function that is called in place of running the text, in which it stands."""
    follow: Mapping[str, Text] = field(default_factory=dict)
    """Other files whose lines are followed: {path: how the file is called in the figure, and its text}."""
    shows: bool = False
    """Whether the program uses the streams of this process: its output appears as ever, and it reads the input."""
    real: bool = False
    """Whether it runs in real time."""

    apart: frozenset[str] = frozenset()
    """Variables of the program's module that are not its own; they are not told."""

    last: bool = False
    """Whether it is not stopped, and the last events are kept."""
    begins: Callable[[Calmly, Callable[[], Any]], object] = lambda calmly, so_far: None
    """Called when it begins and its last events are kept, with a function that returns what is recorded so far
    (``own.Own``), and one that does some work as soon as that can be asked."""

    @property
    def folder(self) -> str:
        """Return the folder in which the program finds its modules first, or nothing."""
        return os.getcwd() if self.spec else str(Path(self.file).resolve().parent) if os.path.isfile(self.file) else ""


@contextmanager
def as_started(start: Start, recorder: LimitedRecorder, name: str, module: types.ModuleType) -> Iterator[None]:
    """Let the module be the one that was started; texts that it writes, logs and warns of are its output."""
    out, error = (sys.stdout, sys.stderr) if start.shows else (None, None)
    with replacing() as replace, no_running_loop():
        replace(sys, "stdout", Paper(recorder, out))
        replace(sys, "stderr", Paper(recorder, error, "backslashreplace"))
        replace(sys, "unraisablehook", lambda told: None if isinstance(told.exc_value, TooLong) else recorder.say(
            f"Exception ignored: {words_of(told.exc_value)}"
        ))
        replace(warnings, "_warn_unawaited_coroutine", recorder.forgotten)
        log = logging.getLogger("asyncio")
        own, others = (log.handlers, logging.root.handlers) if start.call else ([], [])
        replace(log, "handlers", [*own, Logged(recorder, [*own, *others])])
        if error is not None:
            recorder.aloud = functools.partial(print, file=error, flush=True)
        if start.shows and sys.stdin is not None:
            recorder.world.stdin = sys.stdin if start.real else Stdin(sys.stdin)
            recorder.world.prompt = functools.partial(print, end="", flush=True, file=out)
        if start.call is None:
            replace(logging.root, "handlers", [])
            replace(sys, "argv", [*start.argv] or [name])
            sys.modules["__main__"], main = module, sys.modules["__main__"]
        if start.folder:
            replace(sys, "path", [start.folder, *sys.path])
        freezes = len(gc.get_objects()) > MANY
        if freezes:
            gc.freeze()  # what is here already takes no time
        gc.disable()  # what is collected when is the program's own business, and the same in every run
        try:
            yield
        finally:
            recorder.late = not (recorder.over or recorder.world.hangs)
            recorder.over = True  # nothing is told any more
            module.__dict__.clear()
            gc.enable()
            gc.collect()
            recorder.late = False
            if freezes:
                gc.unfreeze()
            if start.call is None:
                sys.modules["__main__"] = main


@contextmanager
def no_running_loop() -> Iterator[None]:
    """Let a loop run although one runs already that has called all this, perhaps in one of its tasks."""
    loop = asyncio.events._get_running_loop()
    task = asyncio.current_task(loop) if loop is not None else None
    if task is not None:
        asyncio.tasks._leave_task(loop, task)  # type: ignore[arg-type]
    asyncio.events._set_running_loop(None)
    try:
        yield
    finally:
        asyncio.events._set_running_loop(loop)
        if task is not None:
            asyncio.tasks._enter_task(loop, task)  # type: ignore[arg-type]


class Paper(io.TextIOBase):
    """Takes the text that a program prints, as UTF-8 has it, and hands it on to the program's own stream."""

    encoding = "utf-8"

    def __init__(self, recorder: LimitedRecorder, real: TextIO | None, errors: str = "strict") -> None:
        self._recorder, self._real, self._errors = recorder, real, errors
        self.buffer = Bytes(self)

    def write(self, text: str) -> int:
        """Take a text."""
        self._recorder.write(text.encode(self.encoding, self._errors).decode(self.encoding))
        if self._real is not None and not self._recorder.world.typing and self._is_open():
            self._real.write(text)
        return len(text)

    def write_bytes(self, data: bytes) -> None:
        """Take bytes, which need be no text."""
        self._recorder.write(data.decode(self.encoding, "backslashreplace"))
        if self._real is not None and self._is_open():
            self._real.flush()
            self._real.buffer.write(data)

    def _is_open(self) -> bool:
        """Say whether the program has not ended its process."""
        return self._recorder.late or not self._recorder.over

    def fileno(self) -> int:
        """Return the descriptor of where it appears, if there is one."""
        return super().fileno() if self._real is None else self._real.fileno()

    def isatty(self) -> bool:
        """Say whether it appears on a terminal."""
        return self._real is not None and self._real.isatty()

    def flush(self) -> None:
        """Let it be seen."""
        if self._real is not None:
            self._real.flush()

    def writable(self) -> bool:
        """Say that one can write."""
        return True


class Bytes(io.RawIOBase):
    """Takes the bytes that a program writes."""

    def __init__(self, paper: Paper) -> None:
        self._paper = weakref.ref(paper)

    def write(self, data: Any) -> int:
        """Take bytes."""
        if (paper := self._paper()) is not None:
            paper.write_bytes(bytes(data))
        return len(bytes(data))

    def writable(self) -> bool:
        """Say that one can write."""
        return True


class Stdin:
    """The standard input of this process. While it is waited for, the time of the run is not limited."""

    def __init__(self, real: TextIO) -> None:
        self._real = real

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._real, name)
        if not callable(value):
            return value

        def method(*args: Any) -> Any:
            with no_deadline():
                return value(*args)

        return method

    def __iter__(self) -> Iterator[str]:
        return iter(self.readline, "")


class Logged(logging.Handler):
    """Puts asyncio's log into the output, as long as the program has no handlers of its own that do.

    Of an entry there is the first line, and the error, without the paths of a traceback.
    """

    def __init__(self, recorder: LimitedRecorder, before: Sequence[logging.Handler]) -> None:
        """`before`: handlers that there are already, of others than the program."""
        super().__init__(logging.WARNING)
        self._recorder, self._before = recorder, [self, *before]

    def emit(self, record: logging.LogRecord) -> None:
        """Take an entry."""
        known = [*logging.getLogger("asyncio").handlers, *logging.root.handlers]
        if any(handler not in self._before for handler in known):
            return
        first = PATH.sub("", record.getMessage().split("\n")[0])
        error = record.exc_info[1] if record.exc_info else None
        self._recorder.say(f"{first}: {words_of(error)}" if error is not None else first, self.format(record))


def words_of(error: BaseException) -> str:
    """Return an error as the last line of a traceback has it; of a group, with the errors in it."""
    with suppress(Exception):
        words = "".join(traceback.format_exception_only(type(error), error)).strip().split("\n")[-1]
        if isinstance(error, BaseExceptionGroup):
            words = f"{type(error).__name__}: {', '.join(map(words_of, error.exceptions))}"
        return words[:MOST].encode("utf-8", "backslashreplace").decode()
    return type(error).__name__
