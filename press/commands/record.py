"""Record the runs that the pages show: ``make record``, or ``make record NAME=turns.round_robin``.

A run is declared beside the session of its listing: ``listings/turns/round_robin.run.py`` has a
function ``main()`` and says what to follow. Its recording is ``round_robin.run.json`` beside it.
Needs nothing but Python.
"""
from __future__ import annotations

import datetime
import difflib
import sys
from pathlib import Path
from typing import Any

from press.catalogue import ROOT, Listing, digest
from press.recorder.kept import as_text, differences, every_run
from press.recorder.recorder import Plan, Recorder, TooLong
from press.recorder.run_file import RunError, entry, place, read
from press.recorder.sandbox import deadline, fresh_listings, hurried_threads
from press.recorder.threads import ThreadRecorder
from press.recorder.tracing import watch
from press.recorder.world import Hang, World


def record(name: str, root: Path = ROOT) -> dict[str, Any]:
    """Record a run; raise RunError if it cannot be recorded."""
    path = Listing(name, root).run
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
            kept = Listing(name, ROOT)
            kept.recording.write_text(as_text(recording), "utf-8")
            print(f"{kept.shown(kept.recording)}: {len(recording['events'])} events")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
