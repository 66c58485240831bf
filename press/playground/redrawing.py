"""Records a run of the book anew, with a reader's changes in its listings or its main(), and draws it."""
from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from press.catalogue import ROOT, BookError, Listing, Text
from press.figures.kept import CAST, load
from press.figures.making import record_changed
from press.playground.edits import edited_listings
from press.playground.proving import no_running_loop
from whoruns.drawing.weave import View
from whoruns.events import RecordingFile
from whoruns.page.drawn import Figure, drawn
from whoruns.recorder.run_file import entry as entry_of
from whoruns.story.beats import beats
from whoruns.story.compared import differing, rows
from whoruns.story.recording import Recording, read
from whoruns.varied import with_values

NOTHING: Mapping[str, Any] = MappingProxyType({})


def record(
    run: str, edits: Mapping[str, str] = NOTHING, entry: str | None = None, view: Mapping[str, Any] = NOTHING
) -> dict[str, Any]:
    """Return the figure of a run, its output, the error that ended it, and its differences from the recording.

    `run`: its name, or several with blanks between them, as a page has them; `edits`: texts of listings by their names;
    `entry`: the lines of main() of the first run; `view`: the options of the page's figure (``directives.py``).
    """
    names = run.split()
    with edited_listings(edits, ROOT), no_running_loop():
        made = [record_changed(name, following(name, entry) if number else entry) for number, name in enumerate(names)]
    error = next((error for _data, error in made if error), None)
    recordings = [read_changed(data, edits) for data, _error in made if data]
    if not recordings:
        return {"figure": None, "output": [], "error": error, "differs": None}
    figure, shown = drawn_as_chosen(recordings, view)
    first = None
    for part, recording in zip([figure, *figure.get("more", ())], recordings):
        if recording.recorded:
            continue  # of real threads: each run is another one
        before, now = (
            rows(each, beats(each, shown.since, shown.until)) for each in (load(recording.name, ROOT), recording)
        )
        part["differs"], words = differing(before, now)
        if words and not first:
            first = {"row": part["differs"][0], "words": words}
    output = [line for recording in recordings for line in printed(recording)]
    return {"figure": figure, "output": output, "error": error, "differs": first}


def following(name: str, main: str | None) -> str | None:
    """Return the lines of main() of a run with the values that another one's set: beside it, it has the same.

    A value stands in a line of its own: ``limit = 10``.
    """
    if main is None:
        return None
    own = entry_of(Listing(name, ROOT).run.read_text("utf-8"))
    for variable, value in re.findall(r"(?m)^(\S+) = (.+)$", main):
        with suppress(ValueError, SyntaxError):  # it has no such line, or that is no plain value
            own = with_values(own, {variable: literal_eval(value)})
    return own


def read_changed(data: RecordingFile, edits: Mapping[str, str]) -> Recording:
    """Return a recording that was made with these texts."""
    names = [file["name"] for file in data["files"]]
    files = tuple(Text(name, ROOT, edits[name]) if name in edits else Listing(name, ROOT) for name in names)
    return read(data, files, CAST)


def drawn_as_chosen(recordings: Sequence[Recording], view: Mapping[str, Any]) -> tuple[Figure, View]:
    """Draw runs by the options of a page, as far as they still apply; return the view, too."""
    times = {name: view[name] for name in ("from", "until") if name in view}
    for chosen in (View.of(view), View.of(times)):
        try:
            return drawn(recordings, chosen), chosen
        except BookError:
            continue
    return drawn(recordings), View()


def printed(recording: Recording) -> list[str]:
    """Return the lines that were printed."""
    return [event["text"] for event in recording.events if event["ev"] == "print"]
