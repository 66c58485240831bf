"""Record the runs that the pages show: ``make record``, or ``make record NAME=turns.round_robin``.

A run is declared beside the session of its listing: ``listings/turns/round_robin.run.py`` has a
function ``main()`` and says what to follow. Its recording is ``round_robin.run.json`` beside it.
Needs nothing but Python.
"""
from __future__ import annotations

import ast
import datetime
import difflib
import importlib
import runpy
import signal
import sys
import textwrap
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from recorder import Plan, Recorder, TooLong
from recordings import (
    PACKAGE,
    ROOT,
    Listing,
    RunError,
    as_text,
    differences,
    digest,
    every_run,
    recording_file,
    run_file,
)
from thread_recorder import ThreadRecorder
from watch import watch
from world import CLOCK, Hang, World

SECONDS = 20
"""A run that has not ended by then has no end, and no line of the listings either."""

SETTINGS = set("files queues names tasks steps notes clock hides peers fails threads levels".split())
"""What a run file may say beside ``main()``; CONTRIBUTING.md explains them."""


def record(name: str, root: Path = ROOT) -> dict[str, Any]:
    """Record a run; raise RunError if it cannot be recorded."""
    path = run_file(name, root)
    shown = path.relative_to(root)
    if not path.is_file():
        near = difflib.get_close_matches(name, every_run(root), n=3, cutoff=0.4) or every_run(root)
        raise RunError(f"there is no run {name!r} ({shown}); there are, for example: {', '.join(near)}")
    with fresh_listings(root):
        settings = read(path, shown)
        files = [Listing(listing, root).module for listing in settings["files"]]
        for listing, file in zip(settings["files"], files):
            if not file.is_file():
                raise RunError(f"{shown}: there is no listing {listing!r}, which 'files' names")
        recorder, error = carry_out(name, settings, files)
    recording: dict[str, Any] = {"run": name, "entry": entry(path)}
    if settings.get("threads"):
        recording["recorded"] = datetime.date.today().isoformat()
    if settings.get("levels"):
        recording["levels"] = True
    if error:
        recording["error"] = error
    return recording | {
        "files": [{"name": listing, "digest": digest(file)} for listing, file in zip(settings["files"], files)],
        "declared": digest(path),
        "queues": dict(settings.get("queues", {})),
        "lanes": recorder.lanes.all,
        "events": recorder.events,
    }


def read(path: Path, shown: Path) -> dict[str, Any]:
    """Execute a run file; give what it says."""
    try:
        with late_time():
            settings = runpy.run_path(str(path))
    except Exception as error:
        stack = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in stack if frame.filename == str(path)]
        line = getattr(error, "lineno", None) or lines[-1]
        raise RunError(f"{shown}:{line}: {type(error).__name__}: {error}") from error
    if not callable(settings.get("main")) or not isinstance(settings.get("files"), tuple):
        raise RunError(f"{shown}: needs a function main() and 'files', a tuple of the listings to follow")
    plain = {key for key, value in settings.items() if isinstance(value, dict | tuple | bool) and key[0] != "_"}
    if unknown := plain - SETTINGS:
        raise RunError(f"{shown}: unknown {', '.join(sorted(unknown))}; there are: {', '.join(sorted(SETTINGS))}")
    return settings


def entry(path: Path) -> str:
    """Give the code of main(), which is what a reader would type."""
    text = path.read_text("utf-8")
    main = next(node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.name == "main")
    return textwrap.dedent("\n".join(text.splitlines()[main.body[0].lineno - 1 : main.end_lineno]))


def carry_out(name: str, settings: dict[str, Any], files: list[Path]) -> tuple[Recorder, str]:
    """Run main() and record it; give the recorder and the name of the error that was to be expected."""
    kinds = ("queues", "names", "tasks", "steps", "notes")
    plan = Plan(
        tuple(map(str, files)), **{kind: settings.get(kind, {}) for kind in kinds},
        hides=settings.get("hides", ()), clock=settings.get("clock", ""),
    )
    recorder = ThreadRecorder(plan) if settings.get("threads") else Recorder(plan)
    recorder.world = World(recorder, settings.get("peers"))
    expected = settings.get("fails", "")
    before, sys.stdout = sys.stdout, recorder
    try:
        with recorder.world.replacing_time() if not settings.get("threads") else hurried_threads(), deadline():
            watch(settings["main"], plan.files, recorder)
    except (Exception, TooLong) as error:
        if type(error).__name__ == expected:
            recorder.fail(error)
            return recorder, expected
        kind = type(error).__name__
        remedy = "" if isinstance(error, TooLong | Hang) else f"; if it is meant to, say fails = {kind!r}"
        raise RunError(f"{name}: {kind}: {error}, {place(error, plan.files)}{remedy}") from error
    finally:
        sys.stdout = before
    if expected:
        raise RunError(f"{name}: should fail with {expected} and does not")
    if not recorder.events:
        raise RunError(f"{name}: no line of {', '.join(settings['files'])} was run")
    return recorder, ""


def place(error: BaseException, files: tuple[str, ...]) -> str:
    """Say at which line of the listings an error was raised, or of which file else."""
    stack = traceback.extract_tb(error.__traceback__)
    frame = next((frame for frame in reversed(stack) if frame.filename in files), stack[-1])
    return f"at {frame.filename}:{frame.lineno}: {frame.line}"


@contextmanager
def hurried_threads() -> Iterator[None]:
    """Threads live in real time; they are to change often enough that a few lines show it."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


@contextmanager
def deadline() -> Iterator[None]:
    """Stop a run that goes on for ever outside the listings."""

    def stop(signum: int, frame: object) -> None:
        raise TooLong(f"no end after {SECONDS} s: does it ever end?")

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def late_time() -> Iterator[None]:
    """Let ``from time import monotonic`` give a function that looks up ``time.monotonic`` when it is called."""

    def late(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def function(*args: Any) -> Any:
            now = getattr(time, name)
            return (real if now is function else now)(*args)

        return function

    before = {name: getattr(time, name) for name in CLOCK}
    for name, real in before.items():
        setattr(time, name, late(name, real))
    try:
        yield
    finally:
        for name, real in before.items():
            setattr(time, name, real)


@contextmanager
def fresh_listings(root: Path) -> Iterator[None]:
    """Import the listings anew, and put back those that were there."""
    kept = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == PACKAGE}
    sys.path.insert(0, str(root))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path.remove(str(root))
        for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
            del sys.modules[name]
        sys.modules.update(kept)


def main(names: list[str]) -> int:
    """Record the named runs, or all; with --stdout first, print them and change no file."""
    to_stdout = names[:1] == ["--stdout"]
    failed = 0
    for name in names[to_stdout:] or every_run():
        try:
            recording = record(name)
            if not names and recording.get("recorded") and not differences(name, recording):
                continue  # real threads: the order that was recorded once is as good as this one
        except RunError as error:
            print(error, file=sys.stderr)
            failed = 1
            continue
        if to_stdout:
            print(as_text(recording), end="")
        else:
            recording_file(name).write_text(as_text(recording), "utf-8")
            print(f"{recording_file(name).relative_to(ROOT)}: {len(recording['events'])} events")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
