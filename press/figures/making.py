"""Makes a recording of what a run file declares: as it is, or with the listings, or main(), as a reader has them."""
from __future__ import annotations

import difflib
import re
import sys
import traceback
from contextlib import nullcontext, suppress
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from press.catalogue import PACKAGE, ROOT, Listing, digest
from press.figures.recordings import every_run
from whoruns.events import QUEUES, File, RecordingFile
from whoruns.recorder.recorder import LIMIT, Recorder
from whoruns.recorder.replacing import replacing_time
from whoruns.recorder.run_file import MAIN, RunError, RunFile, entry, raised_at, read
from whoruns.recorder.sandbox import deadline, fresh_listings, hurried_threads
from whoruns.recorder.threads import ThreadRecorder
from whoruns.recorder.tracing import watch
from whoruns.recorder.witness import Declared
from whoruns.recorder.world import Hang, TooLong
from whoruns.wording import _


def record(name: str, root: Path = ROOT) -> RecordingFile:
    """Record a run; raise RunError if it cannot be recorded."""
    path = Listing(name, root).run
    shown = path.relative_to(root)
    if not path.is_file():
        near = difflib.get_close_matches(name, every_run(root), n=3, cutoff=0.4) or every_run(root)
        raise RunError(f"there is no run {name!r} ({shown}); there are, for example: {', '.join(near)}")
    with fresh_listings(root):
        run = read(path, shown)
        files = [Listing(listing, root).module for listing in run.files]
        for listing, file in zip(run.files, files):
            if not file.is_file():
                raise RunError(f"{shown}: there is no listing {listing!r}, which 'files' names")
        check_names(run, shown, files)
        recorder, error = carry_out(run, files)
    if error is not None:
        remedy = "" if isinstance(error, TooLong | Hang) else "; if it is meant to fail, let main() catch it"
        where = raised_at(error, tuple(map(str, files)))
        raise RunError(f"{name}: {type(error).__name__}: {error}, {where}{remedy}") from error
    if not recorder.events:
        raise RunError(f"{name}: no line of {', '.join(run.files)} was run")
    known: list[File] = [{"name": each, "digest": digest(file)} for each, file in zip(run.files, files)]
    return recorder.recording(name, entry(path.read_text("utf-8")), known, digest(path))


class Trouble(NamedTuple):
    """What ended a program: the error, the file, as readers see its name, and the line."""

    words: str
    file: str
    line: int


def record_changed(
    name: str, main: str | None = None, root: Path = ROOT
) -> tuple[RecordingFile | None, Trouble | None]:
    """Record a run although what it runs has been changed: its listings, or main(), of which these are the lines.

    Return what was recorded, if any line was run, and what has ended it before its time. Raise RunError if there is no
    such run.
    """
    path = Listing(name, root).run
    if not path.is_file():
        raise RunError(f"there is no run {name!r}")
    main = entry(path.read_text("utf-8")) if main is None else main
    with fresh_listings(root):
        try:
            run = read(path, path.relative_to(root), main)
            recorder, error = carry_out(run, [Listing(listing, root).module for listing in run.files])
        except BaseException as wrong:  # also SystemExit: whatever a program does, it is told
            return None, trouble((isinstance(wrong, RunError) and wrong.__cause__) or wrong, path, root)
    made = recorder.recording(name, main, [{"name": each, "digest": ""} for each in run.files], "")
    return made if recorder.events else None, None if error is None else trouble(error, path, root)


def trouble(error: BaseException, path: Path, root: Path) -> Trouble:
    """Say what an error is, and where it was raised: at the innermost line of a listing, or of main()."""
    words = traceback.format_exception_only(error)[-1].strip()
    if isinstance(error, TooLong):
        words = _("Only the beginning is recorded, {number} events: does it ever end?").format(number=LIMIT)
    elif isinstance(error, Hang):
        words = _("It would wait for ever here: nothing can happen any more.")
    places = [(frame.filename, frame.lineno or 0, frame.name) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno or 0, "main"))
    for file, line, function in reversed(places):
        if file.startswith(str(root / PACKAGE)):
            return Trouble(words, Path(file).relative_to(root).as_posix(), line)
        if file == MAIN or (file == str(path) and function == "main"):
            return Trouble(words, MAIN, line)
    return Trouble(words, "", 0)


def check_names(run: RunFile, shown: Path, files: list[Path]) -> None:
    """Raise RunError if a setting names what is not in the listings: it would have no effect, without a word."""
    words = {word for file in files for word in re.findall(r"\w+", file.read_text("utf-8"))}
    for setting in ("queues", "places", "items", "names", "steps", "makes", "inline", "notes", "logs", "descriptors"):
        for name in getattr(run, setting):
            if not words.issuperset(name.split(".")):
                raise RunError(f"{shown}: '{setting}' names {name!r}, which is not in {', '.join(run.files)}")
    for name, state in [*run.queues.items(), *run.places.items()]:
        if state not in QUEUES and not (name in run.places and state == ""):
            raise RunError(f"{shown}: a task in {name!r} cannot be {state!r}; it can be: {', '.join(QUEUES)}")


def carry_out(run: RunFile, files: list[Path]) -> tuple[Recorder, BaseException | None]:
    """Run main() and record it; return the recorder, and the error with which the run fails, or does not end."""
    paths = [str(file) for file in files]
    recorder = (ThreadRecorder if run.threads else Recorder)(Declared(run, paths), paths)
    before, sys.stdout = sys.stdout, recorder
    tell_of_made(recorder, run)
    try:
        with hurried_threads() if run.threads else replacing_time(recorder.world), deadline():
            with suppress(Hang) if run.hangs else nullcontext():
                watch(run.main, paths, recorder)
            recorder.world.finish()
    except (Exception, TooLong) as error:
        return recorder, error
    finally:
        sys.stdout, recorder.over = before, True
    return recorder, None


def tell_of_made(recorder: Recorder, run: RunFile) -> None:
    """Let the listings that are followed make some generators through a function that tells the recorder."""
    for listing in run.files:
        module = sys.modules[f"{PACKAGE}.{listing}"]
        for kind, _dot, name in (made.rpartition(".") for made in run.makes):
            owner = getattr(module, kind, None) if kind else module  # a class is changed where it is written
            if hasattr(owner, name) and getattr(owner, "__module__", module.__name__) == module.__name__:
                setattr(owner, name, telling(getattr(owner, name), recorder))


def telling(function: FunctionType, recorder: Recorder) -> FunctionType:
    """Return a function that makes the same generators, and tells the recorder of each."""

    def make(*args: Any, **named: Any) -> Any:
        generator = function(*args, **named)
        recorder.made(generator)
        return generator

    return make  # type: ignore[return-value]
