"""Records the run that a run file declares: as it is, or with a reader's listings or main()."""
from __future__ import annotations

import difflib
import re
from pathlib import Path
from traceback import FrameSummary
from typing import Any, cast

from press.catalogue import BENCH, PACKAGE, ROOT, Listing, digest
from press.figures.recordings import every_run
from whoruns import program
from whoruns.events import QUEUES, File, RecordingFile
from whoruns.program import words_of_endings
from whoruns.recorder.declared import carried_out
from whoruns.recorder.own import Error, at_line, ended_by
from whoruns.recorder.run_file import MAIN, RunError, RunFile, entry, raised_at, read
from whoruns.recorder.sandbox import fresh_listings
from whoruns.recorder.ties import repeatable
from whoruns.recorder.world import Hang, TooLong
from whoruns.story.sentences import NOTHING
from whoruns.varied import VaryError, combinations, with_values

UNKEPT = ("awaits", "inside", "holders", "lock")
"""Details of events that no figure of the book needs."""


def record(name: str, root: Path = ROOT) -> RecordingFile:
    """Record a run; raise RunError if it cannot be recorded."""
    path = Listing(name, root).run
    shown = path.relative_to(root)
    if not path.is_file():
        if name.startswith(f"{BENCH}.") and Listing(name, root).module.is_file():
            return record_program(Listing(name, root))
        near = difflib.get_close_matches(name, every_run(root), n=3, cutoff=0.4) or every_run(root)
        raise RunError(f"there is no run {name!r} ({shown}); there are, for example: {', '.join(near)}")
    with fresh_listings(root):
        run = read(path, shown)
        files = [Listing(listing, root).module for listing in run.files]
        for listing, file in zip(run.files, files):
            if not file.is_file():
                raise RunError(f"{shown}: there is no listing {listing!r}, which 'files' names")
        check_names(run, shown, files)
        recorder, error = carried_out(run, files)
    if error is not None:
        remedy = "" if isinstance(error, TooLong | Hang) else "; if it is meant to fail, let main() catch it"
        where = raised_at(error, tuple(map(str, files))).replace(f"{root}/", "")
        raise RunError(f"{name}: {type(error).__name__}: {error}, {where}{remedy}") from error
    if not recorder.events:
        raise RunError(f"{name}: no line of {', '.join(run.files)} was run")
    if not recorder.lanes.all[0]["name"] and any(lane["kind"] == "task" for lane in recorder.lanes.all.values()):
        raise RunError(f"{shown}: main() resumes generators itself, so their loop has no name: write loop = 'main'")
    known: list[File] = [{"name": each, "digest": digest(file)} for each, file in zip(run.files, files)]
    return recorder.recording(name, entry(path.read_text("utf-8")), known, digest(path))


def record_variants(name: str, root: Path = ROOT) -> dict[str, Any]:
    """Record the same run with each of the values that its file offers, but for the one that main() has.

    Return ``vary``, those values, and ``runs``, or {} if the file offers none; raise RunError if one of them cannot be
    recorded. A run is found by its ``entry``, the lines of main() with these values.
    """
    this = Listing(name, root)
    path, shown = this.run, this.shown(this.run)
    with fresh_listings(root):
        run = read(path, path.relative_to(root))
    if not run.vary:
        return {}
    main = entry(path.read_text("utf-8"))
    known: list[File] = [{"name": each, "digest": digest(Listing(each, root).module)} for each in run.files]
    try:
        mains = [with_values(main, values) for values in combinations(run.vary)]
    except VaryError as wrong:
        raise RunError(f"{shown}: {wrong}") from wrong
    if main not in mains:
        raise RunError(f"{shown}: the values in main() have to be among those of 'vary'")
    runs = []
    for varied in mains:
        if varied != main:
            made, error = record_changed(name, varied, root)
            if made is None or error:
                raise RunError(f"{shown}: main() fails when it begins with\n{varied}\n{error}")
            runs.append({**made, "files": known, "declared": digest(path)})
    return {"vary": {name: list(values) for name, values in run.vary.items()}, "runs": runs}


def record_program(listing: Listing) -> RecordingFile:
    """Record a program of the workbench, as a reader's own is recorded, for the drawing of a puzzle.

    It may hang, which its page then says. Raise RunError if it does not come to its end otherwise; code that cannot be
    followed stands in the recording.
    """
    with repeatable():
        seen = program.record(listing.source(), name=listing.module.name)
    shown = listing.shown(listing.module)
    if seen.ending != "hangs" and seen.ending in (ends := words_of_endings()):
        raise RunError(f"{shown}: {ends[seen.ending]}")
    undrawn: list[str] = sorted({limit.kind for limit in seen.limits if limit.kind != "outside"})
    if seen.story is None and not undrawn:
        undrawn = [NOTHING]
    made = seen.recording or RecordingFile(
        run="", entry="", files=[], declared="", outside=[], queues={}, lanes=[], events=[],
    )
    known: list[File] = [{"name": listing.name, "digest": digest(listing.module)}]
    events = [{key: told for key, told in event.items() if key not in UNKEPT} for event in made["events"]]
    traits = {"undrawn": undrawn, "outside": [], "lanes": [], "events": []} if undrawn else {"events": events}
    return cast(RecordingFile, {**made, **traits, "run": listing.name, "files": known})


def record_changed(
    name: str, main: str | None = None, root: Path = ROOT
) -> tuple[RecordingFile | None, Error | None]:
    """Record a run with edited listings, or with `main` as the lines of main(). No digests are checked.

    Return the recording, if any line was run, and the error that has ended it early. Raise RunError if there is no
    such run.
    """
    path = Listing(name, root).run
    if not path.is_file():
        raise RunError(f"there is no run {name!r}")
    main = entry(path.read_text("utf-8")) if main is None else main
    with fresh_listings(root):
        try:
            run = read(path, path.relative_to(root), main)
            recorder, error = carried_out(run, [Listing(listing, root).module for listing in run.files])
        except BaseException as wrong:  # also SystemExit: whatever a program does, it is told
            return None, trouble((isinstance(wrong, RunError) and wrong.__cause__) or wrong, path, root)
    made = recorder.recording(name, main, [{"name": each, "digest": ""} for each in run.files], "")
    return made if recorder.events else None, None if error is None else trouble(error, path, root)


def trouble(error: BaseException, path: Path, root: Path) -> Error:
    """Return the words of an error, and the place of it: the innermost line of a listing, or of main()."""

    def called(frame: FrameSummary) -> str:
        if frame.filename.startswith(str(root / PACKAGE)):
            return Path(frame.filename).relative_to(root).as_posix()
        return MAIN if frame.filename == MAIN or (frame.filename == str(path) and frame.name == "main") else ""

    found = at_line(error, called)
    ended = ended_by(error)
    return {**found, "words": words_of_endings()[ended]} if ended else found


def check_names(run: RunFile, shown: Path, files: list[Path]) -> None:
    """Raise RunError if a setting names nothing in the listings, or calls a function by a name that is not its own."""
    words = {word for file in files for word in re.findall(r"\w+", file.read_text("utf-8"))}
    for setting in ("queues", "places", "items", "names", "steps", "makes", "inline", "notes", "logs", "descriptors"):
        for name in getattr(run, setting):
            for strange in [word for word in name.split(".") if word not in words]:
                near = difflib.get_close_matches(strange, words, n=1)
                meant = f"; do you mean {near[0]!r}?" if near else ""
                raise RunError(f"{shown}: '{setting}' names {name!r}, which is not in {', '.join(run.files)}{meant}")
    for name, state in [*run.queues.items(), *run.places.items()]:
        if state not in QUEUES and not (name in run.places and state == ""):
            raise RunError(f"{shown}: a task in {name!r} cannot be {state!r}; it can be: {', '.join(QUEUES)}")
    for function, name in run.names.items():
        own = function.lower().split(".")
        if isinstance(name, str) and "{" not in name and name.rpartition(".")[2].lower() not in own:
            raise RunError(
                f"{shown}: 'names' calls {function!r} {name!r}, which nothing of it says: write ({name!r},), "
                "a name for each, or one of its variables, such as '{person.name}'"
            )
