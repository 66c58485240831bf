"""Record the runs that the pages show: ``make record``, or ``make record NAME=turns.round_robin``.

A run is declared beside the session of its listing: ``listings/turns/round_robin.run.py`` has a
function ``main()`` and says what to follow. Its recording is ``round_robin.run.json`` beside it.
Who holds whom at a moment (``*.moment.py``) is recorded likewise. Needs nothing but Python.
"""
from __future__ import annotations

import datetime
import difflib
import re
import sys
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from pathlib import Path
from types import FunctionType
from typing import Any

from press.catalogue import PACKAGE, ROOT, Listing, digest
from press.events import QUEUES, RecordingFile, Traits
from press.recorder.kernels import KernelRecorder
from press.recorder.recorder import Recorder
from press.recorder.recordings import as_text, differences, every_moment, every_run
from press.recorder.replacing import replacing_time
from press.recorder.run_file import RunError, RunFile, entry, raised_at, read
from press.recorder.sandbox import deadline, fresh_listings, hurried_threads
from press.recorder.snapshot import look
from press.recorder.threads import ThreadRecorder
from press.recorder.tracing import watch
from press.recorder.world import Hang, TooLong


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
        recorder = carry_out(name, run, files)
    traits: Traits = {}
    if run.threads:
        traits["recorded"] = datetime.date.today().isoformat()
    if run.levels:
        traits["levels"] = True
    if isinstance(recorder, KernelRecorder):
        traits["awaited"] = recorder.places.awaited()
        traits["kernel"] = True
    return {
        "run": name,
        "entry": entry(path),
        **traits,
        "files": [{"name": listing, "digest": digest(file)} for listing, file in zip(run.files, files)],
        "declared": digest(path),
        "outside": recorder.frames.outside,
        "queues": {**run.queues, **(recorder.places.states() if isinstance(recorder, KernelRecorder) else {})},
        "lanes": recorder.lanes.all,
        "events": recorder.events,
    }


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


def carry_out(name: str, run: RunFile, files: list[Path]) -> Recorder:
    """Run main() and record it; raise RunError if it fails, or does not end."""
    paths = [str(file) for file in files]
    recorder = (ThreadRecorder if run.threads else KernelRecorder if run.places else Recorder)(run, paths)
    before, sys.stdout = sys.stdout, recorder
    tell_of_made(recorder, run)
    try:
        with hurried_threads() if run.threads else replacing_time(recorder.world), deadline():
            with suppress(Hang) if run.hangs else nullcontext():
                watch(run.main, paths, recorder)
            recorder.world.finish()
    except (Exception, TooLong) as error:
        remedy = "" if isinstance(error, TooLong | Hang) else "; if it is meant to fail, let main() catch it"
        where = raised_at(error, tuple(paths))
        raise RunError(f"{name}: {type(error).__name__}: {error}, {where}{remedy}") from error
    finally:
        sys.stdout, recorder.over = before, True
    if not recorder.events:
        raise RunError(f"{name}: no line of {', '.join(run.files)} was run")
    return recorder


def tell_of_made(recorder: Recorder, run: RunFile) -> None:
    """Let the listings that are followed make some generators through a function that tells the recorder."""
    for listing in run.files:
        module = sys.modules[f"{PACKAGE}.{listing}"]
        for kind, _, name in (made.rpartition(".") for made in run.makes):
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


def main(names: list[str]) -> int:
    """Record the named runs, or all; with --stdout first, print them and change no file."""
    to_stdout = names[:1] == ["--stdout"]
    failed = 0
    moments = every_moment()
    for name in names[to_stdout:] or every_run() + moments:
        try:
            recording: Mapping[str, Any] = look(name) if name in moments else record(name)
            if not names and recording.get("recorded") and not differences(name, recording):
                continue  # real threads: the order that was recorded once is as good as this one
        except RunError as error:
            print(error, file=sys.stderr)
            failed = 1
            continue
        if to_stdout:
            print(as_text(recording), end="")
        else:
            listing = Listing(name, ROOT)
            path = listing.holders if name in moments else listing.recording
            path.write_text(as_text(recording), "utf-8")
            *_others, (kind, found) = recording.items()
            print(f"{listing.shown(path)}: {len(found)} {kind}")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
