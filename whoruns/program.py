"""Records a program, and has the result: the one door for Python, the command line, and a reader's page."""
from __future__ import annotations

import ast
import asyncio
import inspect
import io
import sys
import tokenize
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

from whoruns.drawing import contents
from whoruns.drawing.weave import View
from whoruns.earlier import shortened
from whoruns.events import BEGINS, RecordingFile
from whoruns.formats.perfetto import perfetto
from whoruns.formats.png import png
from whoruns.formats.svg import svg
from whoruns.page.drawn import Figure, drawn
from whoruns.page.page import page
from whoruns.recorder.news import ROUNDS
from whoruns.recorder.outside import PATIENCE
from whoruns.recorder.own import Ending, Error, Own, record_own
from whoruns.recorder.refusing import Limit
from whoruns.recorder.sandbox import SECONDS
from whoruns.recorder.started import Calmly, Start
from whoruns.source import FigureError, Text
from whoruns.story.beats import FEW, MANY, Most, beats, shown_rows
from whoruns.story.overview import overview
from whoruns.story.recording import Recording, read
from whoruns.story.sentences import NOTHING, words_of_limits
from whoruns.story.waiting import in_short
from whoruns.wording import SOURCE, _, speaking

SUFFIXES = ("", ".py", ".pyw")
_recorded: list[str] = []
"""The program that is being recorded."""


class RecordError(Exception):
    """Why a program cannot be recorded, with the remedy."""


@dataclass(frozen=True)
class Cell:
    """A program that somebody else has compiled, as a notebook does with a cell."""

    text: str
    """Its text, in Python."""
    name: str
    """How the figure calls it."""
    file: str
    """The name of its file in its code, which need not exist."""
    run: Callable[[], object]
    """Runs it, whole."""
    others: Mapping[str, Text]
    """Further texts whose lines are followed, by the names of their files."""
    apart: frozenset[str]
    """Variables beside its own in the namespace that it runs in; they are not shown."""


@dataclass(frozen=True)
class Seen:
    """The result of recording a program."""

    name: str
    """How its file is called."""
    command: str
    """The command line that records it so, if there was one."""
    own: Own
    """The recorder's result."""
    real: bool = False
    """Whether it ran in real time."""

    @property
    def recording(self) -> RecordingFile | None:
        """The events, as they are kept in a file (``events.py``); None if nothing was recorded."""
        return self.own.recording

    @property
    def output(self) -> list[str]:
        """The lines that the program has printed, on both streams, without their ends."""
        return self.own.output

    @property
    def error(self) -> Error | None:
        """The error that ended the program: ``words`` as in a traceback's end, ``file``, ``line`` from 1, or 0."""
        return self.own.error

    @property
    def ending(self) -> Ending:
        """How it ended: "" by itself, perhaps with an error; "hangs", "again", "too long", "slow", "nothing"."""
        return self.own.ending

    @property
    def limits(self) -> list[Limit]:
        """The parts of the program that could not be followed: kind, name, file, line."""
        return self.own.limits

    @cached_property
    def story(self) -> Recording | None:
        """The recording, read; None if no generator, coroutine or task has run."""
        data = self.own.recording
        if data is None or all(lane["kind"] == "loop" for lane in data["lanes"]):
            return None
        found = read(data, self.own.texts)
        first = beats(found, most=MANY)[0]
        if found.earlier and first.kind == "gap" and first.last >= found.stands:  # more is kept than is shown
            return read(shortened(data, next_turn(found, first.last + 1)), self.own.texts)
        return found

    def sentences(self, language: str = SOURCE) -> list[str]:
        """Return the gaps of the figure, with their reasons; the error is not among them."""
        with speaking(language):
            return list(sentences(self, MANY, contents.MANY))

    def figure(self, language: str = SOURCE) -> Figure | None:
        """Return the figure as data for a page (``page/drawn.py``); None if there is nothing to be drawn."""
        with speaking(language):
            return drawn([self.story], View(most=MANY), roomy=True) if self.story is not None else None

    def page(self, language: str = SOURCE) -> str:
        """Return the text of an HTML file with timeline, table, stepper, output and program; it needs nothing else.

        Raise FigureError if there is nothing to be drawn; `sentences` and `error` say why.
        """
        with speaking(language):
            found = None if self.story is None else overview(self.story, beats(self.story, most=MANY))
        return page(
            self.name, self.own.texts, self.drawing(language), self.output, self.error, self.sentences(language),
            language, self.command, self.real, found,
        )

    def drawing(self, language: str = SOURCE) -> Figure:
        """Return the figure, or raise FigureError if there is none."""
        figure = self.figure(language)
        if figure is None:
            raise self.nothing()
        return figure

    def nothing(self) -> FigureError:
        """Return the error about a program of which there is nothing to be drawn."""
        return FigureError(f"{self.name}: there is nothing to be drawn")

    def svg(self, language: str = SOURCE) -> str:
        """Return the drawing as the text of an SVG file, in light colours; raise FigureError as `page` does."""
        return svg(self.drawing(language)["svg"])

    def png(self, language: str = SOURCE) -> bytes:
        """Return the same as a PNG file; it needs ``whoruns[png]``, or raises FigureError."""
        return png(self.svg(language))

    def perfetto(self, language: str = SOURCE) -> str:
        """Return the recording as JSON for https://ui.perfetto.dev; raise FigureError as `page` does."""
        if self.story is None:
            raise self.nothing()
        with speaking(language):
            return perfetto([self.story])


def next_turn(recording: Recording, number: int) -> int:
    """Return the first event, from one on, with which a lane gets control from the loop; else that one."""
    gets = (n for n in range(number, len(recording.events)) if recording.moments[n].event["ev"] in BEGINS
            and len(recording.moments[n - 1].stack) == 1)
    return next(gets, number)


def record(
    program: str | Path | ModuleSpec | Cell | Callable[[], object], *, name: str = "", arguments: Sequence[str] = (),
    typed: Sequence[str] = (), follow: Iterable[str | Path] = (), shows: bool = False, command: str = "",
    real: bool = False, last: bool = False, begins: Callable[[Calmly, Callable[[], Seen]], object] | None = None,
) -> Seen:
    """Run a program and record it: in virtual time, line by line, with the loop that runs its tasks. Return the result.

    `program`: the text of a program; the path of one; the spec of a module (``importlib.util.find_spec()``), which runs
    as with ``python -m``; or a function without arguments, which may be a coroutine function.
    `name`: how the figure calls its file (by default like the file, or mine.py); `arguments`: its ``sys.argv[1:]``;
    `typed`: the lines of input, for ``input()`` and ``sys.stdin``; ``^D`` is an end.
    `follow`: other files whose lines are followed, or folders of them; of all files else the tasks' acts are recorded,
    and no lines.
    `shows`: whether the program uses the streams of this process; else it prints into ``output`` alone.
    `command`: the page's text on how it was made.
    `real`: in real time; with threads, processes and other machines, and until it ends by itself.
    `last`: it is not stopped, and of a long run the last events are kept, at least 15,000; so it always is with `real`.
    `begins` is called when such a run begins, with two functions: the second one returns the result so far, also in a
    signal's handler, if the first one is given the work that calls it.

    An error of the program is in the result. Raise RecordError if it cannot be begun: its text cannot be read,
    another one is being recorded in this process, or a debugger is at work. One that takes 20 seconds of real time is
    stopped, in the main thread. Threads, processes and other machines are refused to it by errors, and an end of
    the process ends the recording; clocks and waits are those of a world (``recorder/world.py``).
    The idea of a clock that jumps is Trio's (``trio.testing.MockClock``).
    """
    if _recorded:
        raise RecordError(f"{_recorded[0]} is being recorded: another program can be when that has ended")
    monitoring: Any = getattr(sys, "monitoring", None)
    if monitoring is not None and (other := monitoring.get_tool(monitoring.DEBUGGER_ID)):
        raise RecordError(f"{other!r} watches this Python already, as a debugger does: record without it")
    source, file, start = started(program, tuple(arguments), followed(follow), shows)
    name = name or file
    start = replace(start, real=real, last=last or real)
    if begins is not None:
        tell = begins
        start = replace(start, begins=lambda calmly, so_far: tell(calmly, lambda: Seen(name, command, so_far(), real)))
    _recorded.append(name)
    try:
        return Seen(name, command, record_own(source, name, typed, start), real)
    finally:
        _recorded.clear()


def started(
    program: str | Path | ModuleSpec | Cell | Callable[[], object], arguments: tuple[str, ...],
    follow: dict[str, Text], shows: bool,
) -> tuple[str, str, Start]:
    """Return the text of a program, how its file is called, and how it is started."""
    if isinstance(program, str):
        return program, "mine.py", Start(argv=("mine.py", *arguments), follow=follow, shows=shows)
    if isinstance(program, Cell):
        others = {**program.others, **follow}
        start = Start(program.file, call=program.run, follow=others, shows=shows, apart=program.apart)
        return program.text, program.name, start
    if isinstance(program, Path):
        if program.suffix not in SUFFIXES:
            raise RecordError(f"{program} is no program in Python: its name has to end in .py")
        file, name, spec, call = program.absolute(), program.name, None, None
    elif isinstance(program, ModuleSpec):
        if not program.has_location or not str(program.origin).endswith(".py"):
            raise RecordError(f"{program.name} has no file in Python whose lines could be followed")
        file, name, spec, call = Path(str(program.origin)), path_of(program), program, None
    else:
        code: Any = getattr(inspect.unwrap(program), "__code__", None)
        if code is None:
            raise RecordError(f"{program!r} is no function in Python whose lines could be followed")
        file, name, spec, call = Path(code.co_filename), Path(code.co_filename).name, None, called(program)
    others = {path: text for path, text in follow.items() if path not in (str(file), str(file.resolve()))}
    first = str(program if isinstance(program, Path) else file)
    return text_of(file), name, Start(str(file), spec, (first, *arguments), call, others, shows)


def called(function: Callable[[], object]) -> Callable[[], object]:
    """Return a function that calls this one, and runs the coroutine that it may give."""
    def call() -> object:
        found = function()
        return asyncio.run(found) if inspect.iscoroutine(found) else found

    return call


def path_of(spec: ModuleSpec) -> str:
    """Return how the file of a module is called: package/module.py."""
    parts = spec.name.split(".")
    inside = ["__init__"] * (spec.submodule_search_locations is not None)
    return "/".join([*parts, *inside]) + ".py"


def followed(paths: Iterable[str | Path]) -> dict[str, Text]:
    """Return the files that are to be followed, by their paths as Python may name them; folders stand for all in them.

    A file is called like its path from where it was given.
    """
    found: dict[str, Text] = {}
    for path in map(Path, paths):
        if not path.exists():
            raise RecordError(f"there is no {path} to be followed, seen from {Path.cwd()}")
        base = path.parent if path.is_file() else path.absolute().parent
        for file in [path] if path.is_file() else sorted(path.absolute().rglob("*.py")):
            text = Text(file.relative_to(base).as_posix(), text_of(file))
            if path.is_dir() and not is_python(text.text):  # nobody can import it
                continue
            found |= {str(file.absolute()): text, str(file.resolve()): text} if text.text.strip() else {}
    return found


def is_python(text: str) -> bool:
    """Say whether a text can be compiled."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def text_of(path: Path) -> str:
    """Return the text of a program; raise RecordError if there is none."""
    try:
        data = path.read_bytes()
    except IsADirectoryError as error:
        raise RecordError(f"{path} is a folder: name a file in it, or a package with -m") from error
    except OSError as error:
        raise RecordError(f"{path} cannot be read from {Path.cwd()}: {error.strerror}") from error
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
    except SyntaxError:
        encoding = "utf-8"
    try:
        return io.StringIO(data.decode(encoding), newline=None).read()
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: byte {error.start} is not UTF-8; save the file as UTF-8") from error


def program(source: str, typed: Sequence[str] = (), title: str = "mine.py") -> dict[str, Any]:
    """Return the data of a program for a reader's page, in the language that is spoken.

    `typed` are the lines for input(), `title` is how the program is called. There is no figure where no generator,
    coroutine or task has run.
    """
    seen = record(source, name=title, typed=typed)
    return {
        "figure": drawn([seen.story]) if seen.story is not None else None,
        "output": seen.output,
        "error": seen.error,
        "ending": seen.ending,
        "cannot": list(sentences(seen, FEW, contents.MOST)),
    }


def sentences(seen: Seen, most: Most, columns: int) -> Iterator[str]:
    """Yield the gaps of a program's figure, with their reasons, in the language that is spoken.

    `most`: how many rows it has room for; `columns`: likewise.
    """
    limits = words_of_limits()
    for limit in seen.limits:
        where = f"{limit.file}:{limit.line}: " if limit.line else ""
        what = f"{limit.what}: " if limit.what else ""
        yield where + what + limits[limit.kind].format(number=f"{PATIENCE:g}")
    if seen.ending in (ends := words_of_endings()):
        yield ends[seen.ending]
    if seen.ending in ("hangs", "again") and seen.story is not None:
        yield from in_short(seen.story, len(seen.story.events) - 1)
    if seen.story is None and not seen.error:
        yield limits[NOTHING]
    if seen.story is not None and (words := shown_rows(seen.story, most)):
        yield words
    if seen.story is not None and len(seen.story.tasks) > columns:
        yield _("There is room for {number} columns: the last one has all others.").format(number=columns)


def words_of_endings() -> dict[Ending, str]:
    """Return the words about a program that has not ended by itself."""
    return {
        "hangs": _("It would wait for ever here: nothing can happen any more."),
        "again": _("Only its beginning is recorded: it has waited {number} times, and nothing new was seen.").format(
            number=ROUNDS
        ),
        "too long": _("Only its beginning is recorded: more happens in it than can be kept."),
        "slow": _("Only its beginning is recorded: it has run for {number} s.").format(number=SECONDS),
    }
