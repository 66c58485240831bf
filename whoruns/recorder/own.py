"""Records a program of a reader's own: generators, our loops and kernels, plain asyncio. It needs no run file.

Only the reader's own file is followed, line by line; the page does not show lines of asyncio or of a listing, so they
are not recorded. The acts of loops are seen in the lanes.

The program may name the other ends of its sockets, in a variable ``peers``, as run files do:

    def ann(peer):
        peer.connect()
        yield 1
        peer.send(b"hello\\n")

    peers = {"Ann": ann}
"""
from __future__ import annotations

import ast
import hashlib
import linecache
import os
import signal
import sys
import traceback
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from traceback import FrameSummary
from typing import Literal, TypedDict

from whoruns import package
from whoruns.events import RecordingFile
from whoruns.recorder.asyncio_tasks import Asyncio
from whoruns.recorder.clocks import EPOCH
from whoruns.recorder.found import Found, FoundRun
from whoruns.recorder.helpers import hearing_helpers
from whoruns.recorder.limited import LimitedRecorder, Ring
from whoruns.recorder.overhearing import overhearing
from whoruns.recorder.real import RealRecorder, real_time
from whoruns.recorder.recursion import room_below
from whoruns.recorder.refusing import Left, Limit, refusing
from whoruns.recorder.replacing import replacing_time
from whoruns.recorder.sandbox import deadline, fresh_listings
from whoruns.recorder.started import Start, as_started, words_of
from whoruns.recorder.ties import in_order
from whoruns.recorder.tracing import never, watch
from whoruns.recorder.world import Hang, TooLong
from whoruns.source import Text, is_in

AS_TEXT = Start()


YIELDS = (ast.Yield, ast.YieldFrom, ast.GeneratorExp)
"""Of a program that has one of these, its generators are followed."""


class Error(TypedDict):
    """The error that has ended a program."""

    words: str
    file: str
    line: int


Ending = Literal["", "hangs", "again", "too long", "slow", "nothing"]
"""The program has ended; it would wait for ever; it may wait in the same way for ever; it does more than is recorded;
it has taken longer; none of its lines was run."""


@dataclass
class Own:
    """The result of a program."""

    recording: RecordingFile | None = None
    """As far as it went; None if there is nothing to be drawn."""
    output: list[str] = field(default_factory=list)
    error: Error | None = None
    ending: Ending = ""
    status: int = 0
    """The status with which its process would have ended; 1 if it was stopped."""
    limits: list[Limit] = field(default_factory=list)
    """Its requests that cannot be followed."""
    texts: tuple[Text, ...] = ()
    """The files of the recording."""
    others: tuple[str, ...] = ()
    """The paths of the program's modules that it has imported, and that are not followed."""


def record_own(source: str, name: str, typed: Sequence[str] = (), start: Start = AS_TEXT) -> Own:
    """Run a program, with every wait replaced unless it is `start.real`, and record it.

    `typed` are the lines for input().

    `name`: the name of its file in the figure. This returns in any case: an error of the program is in the
    result.
    """
    here = start.file or name  # as the code names it
    texts = {here: Text(name, source), **start.follow}
    try:
        trees = [ast.parse(text.text) for text in texts.values()]
        code = None if start.call else compile(source, here, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", 0) or 0
        return Own(error={"words": words_of(error), "file": name, "line": line}, ending="nothing")
    if not trees[0].body:
        return Own(ending="nothing")
    module = module_of(start, name)
    before = set(sys.modules)

    def main() -> None:
        if start.call:
            start.call()
        elif code is not None:
            exec(code, module.__dict__)

    if not start.call:
        linecache.cache[here] = (len(source), None, source.splitlines(keepends=True), here)
    with fresh_listings(package.LOOPS.root):
        files = list(texts)
        witness = witness_for(trees, files, main, module, tuple(typed), start.real)
        recorder = recorder_for(witness, files, start)
        if isinstance(recorder, Ring):
            start.begins(recorder.calmly, lambda: with_recording(Own(), recorder, texts))
        own = carry_out(recorder, texts, module, main, start)
        others = forget(start, set(sys.modules) - before)
    if not start.call:
        linecache.cache.pop(here, None)
    with_recording(own, recorder, texts)
    own.others = tuple(sorted(others - set(texts)))
    if unseen := [path for path in own.others if os.path.getsize(path)]:
        own.limits.append(Limit("others", ", ".join(os.path.relpath(path, start.folder) for path in unseen)))
    return own


def with_recording(own: Own, recorder: LimitedRecorder, texts: Mapping[str, Text]) -> Own:
    """Let a result have the recording, as far as it went."""
    if recorder.events:
        own.recording, own.texts = recording_of(recorder, texts)
        own.output = [event["text"] for event in own.recording["events"] if event["ev"] == "print"]
        own.output += recorder.afterwards
    return own


def module_of(start: Start, name: str) -> types.ModuleType:
    """Return the module in which the program runs."""
    module = types.ModuleType("__main__")
    vars(module).update(__file__=start.file or name, __spec__=start.spec, __cached__=None)
    if start.spec is not None:
        module.__package__, module.__loader__ = start.spec.parent, start.spec.loader
    return module


def forget(start: Start, names: Iterable[str]) -> set[str]:
    """Let modules be imported anew that lie in the program's folder; return their files."""
    found = set()
    for name in names if start.folder else ():
        path = getattr(sys.modules[name], "__file__", None) or ""
        if is_in(start.folder, path):
            found.add(path)
            del sys.modules[name]
    return found


def witness_for(
    trees: Sequence[ast.AST], files: list[str], main: Callable[[], object], module: types.ModuleType,
    typed: tuple[str, ...], real: bool,
) -> Found:
    """Return the witness of the program: its imports tell what runs its tasks."""
    imported = {each for tree in trees for each in imports(tree)}
    runs = package.LOOPS.runs(imported)
    kind, loop = Found, "kernel" if runs == "kernel" else ""
    if not runs and is_on_asyncio(trees, {each.split(".")[0] for each in imported}):
        kind, loop = Asyncio, "loop"
    places = dict(package.LOOPS.places) if runs == "kernel" else {}
    return kind(FoundRun(main, tuple(files), places=places, typed=typed, loop=loop, real=real), files, module.__dict__)


def recorder_for(witness: Found, files: list[str], start: Start) -> LimitedRecorder:
    """Return the recorder of the program."""
    kind = RealRecorder if start.real else Ring if start.last else LimitedRecorder
    return kind(witness, files, start.apart)


def is_on_asyncio(trees: Sequence[ast.AST], imported: Collection[str]) -> bool:
    """Say whether a program uses asyncio, perhaps by a library: then it has coroutines that nothing of its own runs.

    Or it has no generators, and a module of which no lines are followed may have tasks, as pytest runs tests.
    """
    libraries = {each for each in imported if each not in sys.stdlib_module_names and not package.has(each)}
    kinds = {type(node) for tree in trees for node in ast.walk(tree)}
    return "asyncio" in imported or (bool(libraries) and (ast.AsyncFunctionDef in kinds or kinds.isdisjoint(YIELDS)))


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield the modules that a program imports, and the names it takes out of them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def carry_out(
    recorder: LimitedRecorder, texts: Mapping[str, Text], module: types.ModuleType, main: Callable[[], object],
    start: Start,
) -> Own:
    """Run the program, and say how it ended. In a child that it has forked, raise what ends that."""
    own, process = Own(), os.getpid()
    files = tuple(texts)
    quiet = recorder.witness.libraries if isinstance(recorder.witness, Asyncio) else ()
    late: list[float] = []
    with as_started(start, recorder, texts[files[0]].name, module):
        try:
            with (
                refusing(files, lambda: setattr(recorder, "over", True), start.real) as own.limits,
                really(recorder) if isinstance(recorder, RealRecorder) else virtually(recorder, start.last) as late,
                room_below() as recorder.check_depth,
            ):
                deaf = recorder.is_deaf if isinstance(recorder, RealRecorder) else never
                watch(main, files, recorder, quiet, everywhere=False, deaf=deaf)
                recorder.finish()
        except Left as left:
            own.status = status_of(left)
        except BaseException as error:
            if os.getpid() != process:
                raise
            own.status = status_of(error)
            own.ending = ended_by(error)
            by_itself = isinstance(error, SystemExit) and error.code in (None, 0)
            if not own.ending and not by_itself:
                found = at_line(error, lambda frame: texts[frame.filename].name if frame.filename in texts else "")
                own.error = {**found, "file": found["file"] or texts[files[0]].name}
    if os.getpid() != process:
        raise SystemExit
    if recorder.limited or recorder.world.hangs:  # which the program may have caught
        own.ending, own.error, own.status = recorder.limited or "hangs", None, 1
    elif late:
        own.ending, own.error, own.status = "slow", None, 1
    if whom := recorder.world.outside.silent:
        own.limits.append(Limit("outside", whom))
    if isinstance(recorder, RealRecorder) and recorder.world.loops_elsewhere:
        own.limits.append(Limit("loops"))
    own.limits = [
        limit._replace(file=texts[limit.file].name) if limit.file else limit for limit in own.limits
    ]
    return own


@contextmanager
def virtually(recorder: LimitedRecorder, last: bool) -> Iterator[list[float]]:
    """Let a run be in a world whose clock jumps; yield a list of the times when it was stopped, which it is not if its
    `last` events are kept.
    """
    overheard = overhearing(recorder.witness) if isinstance(recorder.witness, Asyncio) else nullcontext()
    with replacing_time(recorder.world, EPOCH), in_order(), overheard:
        if last:
            yield []
            return
        with deadline() as late:
            yield late


@contextmanager
def really(recorder: RealRecorder) -> Iterator[list[float]]:
    """Let a run be in real time; yield an empty list, as nothing stops it."""
    witness, world = recorder.witness, recorder.world
    with ExitStack() as stack:
        if isinstance(witness, Asyncio):
            stack.enter_context(overhearing(witness))
            stack.enter_context(hearing_helpers(witness, world.is_mine))
        stack.enter_context(real_time(recorder))
        yield []


def at_line(error: BaseException, called: Callable[[FrameSummary], str]) -> Error:
    """Return the words of an error, and the line where it was raised, or passed last, of the files that have a name.

    `called` returns the name of a frame's file as readers know it, or "". Of a group, the first error says where.
    """
    frames = list(traceback.extract_tb(error.__traceback__))
    if isinstance(error, SyntaxError) and error.filename:
        frames.append(FrameSummary(error.filename, error.lineno, "main"))
    here = [(file, frame.lineno or 0) for frame in frames if frame.lineno and (file := called(frame))]
    if isinstance(error, BaseExceptionGroup) and error.exceptions:
        inner = at_line(error.exceptions[0], called)
        here += [(inner["file"], inner["line"])] * (inner["line"] > 0)
    file, line = here[-1] if here else ("", 0)
    return {"words": words_of(error), "file": file, "line": line}


def ended_by(error: BaseException) -> Ending:
    """Return how a run has ended that this error ends from outside, or ""."""
    return "too long" if isinstance(error, TooLong) else "hangs" if isinstance(error, Hang) else ""


def status_of(error: BaseException) -> int:
    """Return the status of a process that an error ends, as a shell has it."""
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else int(error.code is not None)
    return 128 + signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1


def recording_of(recorder: LimitedRecorder, texts: Mapping[str, Text]) -> tuple[RecordingFile, tuple[Text, ...]]:
    """Return the recording as it is kept of a run, and the files in it: the first one, and of which lines were run."""
    recorder.lanes.all[0]["name"] = recorder.lanes.all[0]["name"] or "main"
    known = list(texts.values())
    used = [known[0]]
    found = recorder.recording(used[0].name, "", [], "")
    if len(known) > 1:
        spots = {file for event in found["events"] for file, _line, _frame in event.get("at", ()) if file >= 0}
        used += [text for number, text in enumerate(known) if number in spots and text not in used]
        numbers = {number: used.index(text) for number, text in enumerate(known) if text in used}
        for event in found["events"]:
            if "at" in event:
                event["at"] = [(numbers.get(file, file), line, frame) for file, line, frame in event["at"]]
    found["files"] = [
        {"name": text.name, "digest": hashlib.sha256(text.text.encode()).hexdigest()[:12]} for text in used
    ]
    return found, tuple(used)
