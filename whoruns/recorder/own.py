"""Records a program of a reader's own: generators, our loops and kernels, plain asyncio. It needs no run file.

The reader's file is followed, line by line, and no other one: it is what the reader asks about, and a line of asyncio
or of a listing that runs in between is one that nobody sees beside the picture. What loops do is seen in the lanes.

The program may say who sits at the other end of its sockets, in a variable ``peers``, as run files do:

    def ann(peer):
        peer.connect()
        yield 1
        peer.send(b"hello\\n")

    peers = {"Ann": ann}
"""
from __future__ import annotations

import ast
import asyncio
import gc
import hashlib
import io
import linecache
import logging
import re
import sys
import traceback
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from whoruns import package
from whoruns.events import RecordingFile, Traits
from whoruns.recorder.asyncio_tasks import QUIET, AsyncioRecorder
from whoruns.recorder.found import PLACES, Finding, FoundKernel, FoundProgram, FoundRun
from whoruns.recorder.clocks import EPOCH
from whoruns.recorder.refusing import Limit, refusing
from whoruns.recorder.replacing import replacing_time
from whoruns.recorder.sandbox import deadline, fresh_listings
from whoruns.recorder.tracing import watch
from whoruns.recorder.world import Hang, TooLong

KERNELS = frozenset({"kernel", "cancellation", "together"})
"""Chapters whose programs run in a kernel."""
PATH = re.compile(r" (?:created )?at [^ <>]*[/\\]asyncio[/\\]\w+\.py:\d+")
"""Where in asyncio something is, which differs between Pythons."""
FROZEN = 1000
"""More objects than that are frozen where somebody has asked for it; some Pythons begin with a few hundred."""
MOST = 500
"""Characters of an error that are kept."""


class Error(TypedDict):
    """What has ended a program."""

    words: str
    file: str
    line: int


Ending = Literal["", "hangs", "too long", "crowded", "nothing"]
"""The program has ended; it would wait for ever; it has more events than are recorded, or more lanes; none of its lines
was run."""


@dataclass
class Own:
    """What came of a program."""

    recording: RecordingFile | None = None
    """As far as it went; None if there is nothing to be drawn."""
    output: list[str] = field(default_factory=list)
    error: Error | None = None
    ending: Ending = ""
    limits: list[Limit] = field(default_factory=list)
    """What it asked for, and cannot be followed."""


def record_own(source: str, name: str, typed: Sequence[str] = ()) -> Own:
    """Run a program with everything that waits replaced, and record it; `typed` are the lines for input().

    Whatever the program does, this returns: what it raises is in the result.
    """
    try:
        tree = ast.parse(source)
        code = compile(source, name, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", 0) or 0
        return Own(error={"words": words_of(error), "file": name, "line": line}, ending="nothing")
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    if not tree.body:
        return Own(ending="nothing")
    module = types.ModuleType("__main__")
    module.__file__ = name
    with fresh_listings(package.ROOT):

        def main() -> None:
            exec(code, module.__dict__)

        recorder = recorder_for(tree, name, main, module, tuple(typed))
        own = carry_out(recorder, name, module, main)
    linecache.cache.pop(name, None)
    if recorder.events:
        own.recording = recording_of(recorder, source, name)
    own.output = [event["text"] for event in recorder.events if event["ev"] == "print"]
    return own


def recorder_for(
    tree: ast.AST, name: str, main: Callable[[], object], module: types.ModuleType, typed: tuple[str, ...]
) -> Finding:
    """Return who records the program: what it imports says what runs its tasks."""
    imported = set(imports(tree))
    listings = [each for each in imported if each.startswith(f"{package.PACKAGE}.")]
    kind: type[Finding] = FoundProgram
    loop, places = "", dict[str, Any]()
    ours = {name for name in ("Loop", "Kernel") for each in listings if each.endswith(f".{name}")}
    if not ours and "asyncio" in {each.split(".")[0] for each in imported}:
        kind, loop = AsyncioRecorder, "loop"
    elif ours != {"Loop"} and {each.split(".")[1] for each in listings} & KERNELS:
        kind, loop, places = FoundKernel, "kernel", PLACES
    return kind(FoundRun(main, (name,), places=places, typed=typed, loop=loop), [name], module.__dict__)


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield the modules that a program imports, and what it takes out of them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def carry_out(recorder: Finding, name: str, module: types.ModuleType, main: Callable[[], object]) -> Own:
    """Run the program, and say how it ended."""
    own = Own()
    quiet = QUIET if isinstance(recorder, AsyncioRecorder) else frozenset[str]()
    with as_program(recorder, name, module):
        try:
            with refusing() as own.limits, replacing_time(recorder.world, EPOCH), deadline():
                watch(main, (name,), recorder, quiet)
                recorder.world.finish()
        except TooLong:
            own.ending = "too long"
        except Hang:
            own.ending = "hangs"
        except SystemExit as error:
            own.error = at_line(error, name) if error.code not in (None, 0) else None
        except BaseException as error:
            own.error = at_line(error, name)
    if recorder.limited or recorder.world.hangs:  # which the program may have caught
        own.ending, own.error = recorder.limited or "hangs", None
    return own


@contextmanager
def as_program(recorder: Finding, name: str, module: types.ModuleType) -> Iterator[None]:
    """Let the module be the one that was started; what it writes, and what is logged and warned, is its output."""
    kept: dict[Any, dict[str, Any]] = {
        sys: {each: getattr(sys, each) for each in ("stdout", "stderr", "argv", "unraisablehook")},
        warnings: {"_warn_unawaited_coroutine": warnings._warn_unawaited_coroutine},  # type: ignore[attr-defined]
    }
    loop, main = asyncio.events._get_running_loop(), sys.modules["__main__"]
    log = logging.getLogger("asyncio")
    handlers, propagates, frozen = log.handlers, log.propagate, gc.get_freeze_count() > FROZEN
    sys.stdout, sys.stderr = Paper(recorder), Paper(recorder, "backslashreplace")
    sys.argv, sys.modules["__main__"] = [name], module
    sys.unraisablehook = lambda told: None if isinstance(told.exc_value, TooLong) else recorder.say(
        f"Exception ignored: {words_of(told.exc_value)}"  # type: ignore[arg-type]
    )
    warnings._warn_unawaited_coroutine = recorder.forgotten  # type: ignore[attr-defined]
    log.handlers, log.propagate = [Told(recorder)], False
    asyncio.events._set_running_loop(None)
    if not frozen:
        gc.freeze()  # what is here already takes no time
    gc.disable()  # what is collected when is the program's own business, and the same in every run
    try:
        yield
    finally:
        recorder.over = True  # nothing is told any more
        module.__dict__.clear()
        gc.enable()
        gc.collect()
        if not frozen:
            gc.unfreeze()
        asyncio.events._set_running_loop(loop)
        log.handlers, log.propagate = handlers, propagates
        sys.modules["__main__"] = main
        for owner, values in kept.items():
            for each, value in values.items():
                setattr(owner, each, value)


class Paper(io.TextIOBase):
    """Takes what a program prints, as UTF-8 has it."""

    encoding = "utf-8"

    def __init__(self, recorder: Finding, errors: str = "strict") -> None:
        self._recorder, self._errors = recorder, errors

    def write(self, text: str) -> int:
        """Take a text."""
        self._recorder.write(text.encode(self.encoding, self._errors).decode(self.encoding))
        return len(text)

    def writable(self) -> bool:
        """Say that one can write."""
        return True


class Told(logging.Handler):
    """Puts into the output what asyncio logs: the first line, and the error; of a traceback nobody needs the paths."""

    def __init__(self, recorder: Finding) -> None:
        super().__init__(logging.WARNING)
        self._recorder = recorder

    def emit(self, record: logging.LogRecord) -> None:
        """Take an entry."""
        first = PATH.sub("", record.getMessage().split("\n")[0])
        error = record.exc_info[1] if record.exc_info else None
        self._recorder.say(f"{first}: {words_of(error)}" if error is not None else first)


def words_of(error: BaseException) -> str:
    """Return an error as the last line of a traceback has it; of a group, with the errors in it."""
    with suppress(Exception):
        words = "".join(traceback.format_exception_only(type(error), error)).strip().split("\n")[-1]
        if isinstance(error, BaseExceptionGroup):
            words = f"{type(error).__name__}: {', '.join(map(words_of, error.exceptions))}"
        return words[:MOST].encode("utf-8", "backslashreplace").decode()
    return type(error).__name__


def at_line(error: BaseException, name: str) -> Error:
    """Say what an error is, and at which line of the program it was raised, or passed last."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == name]
    if isinstance(error, BaseExceptionGroup) and error.exceptions:
        inner = at_line(error.exceptions[0], name)["line"]
        lines = [*lines, inner] if inner else lines
    if isinstance(error, SyntaxError) and error.filename == name and error.lineno:
        lines.append(error.lineno)
    return {"words": words_of(error), "file": name, "line": lines[-1] if lines and lines[-1] else 0}


def recording_of(recorder: Finding, source: str, name: str) -> RecordingFile:
    """Return the recording as it is kept of a run."""
    traits: Traits = {}
    recorder.lanes.all[0]["name"] = recorder.lanes.all[0]["name"] or "main"
    queues: dict[str, Any] = dict(recorder.run.queues)
    if isinstance(recorder, FoundKernel):
        traits = {"awaited": recorder.awaited(), "kernel": True}
        queues |= recorder.states()
    return {
        "run": name,
        "entry": "",
        **traits,
        "files": [{"name": name, "digest": hashlib.sha256(source.encode()).hexdigest()[:12]}],
        "declared": "",
        "outside": recorder.frames.outside,
        "queues": queues,
        "lanes": recorder.lanes.all,
        "events": recorder.events,
    }
