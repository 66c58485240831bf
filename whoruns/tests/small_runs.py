"""The runs of the tool's own tests, each recorded and drawn once."""
from __future__ import annotations

import functools
import json
from typing import Any

from whoruns.drawing.weave import View
from whoruns.recorder.declared import carried_out
from whoruns.recorder.run_file import read
from whoruns.recorder.sandbox import fresh_listings
from whoruns.source import Source, Text
from whoruns.story.recording import Recording
from whoruns.story.recording import read as read_recording
from whoruns.tests.oracle import strokes
from whoruns.tests.oracle.laws import broken
from whoruns.tests.oracle.shown import Shown, figure
from whoruns.tests.oracle.tracer import House
from whoruns.tests.oracle.truth import lies
from whoruns.tests.places import HERE
from whoruns.tests.tiny import standing_on

SMALL = House(HERE / "runs", "small", HERE / "runs")
CAST = ("Ann", "Bob", "Eve")
"""Names with one colour everywhere, of a person and of the task that serves it."""
VIEWS = {
    ("turns",): View(queue=("ready",), show=("number", "words")), ("levels",): View(),
    ("served",): View(show=("number",)), ("timers",): View(), ("kernel",): View(), ("threads",): View(),
    ("turns", "timers"): View(),
}
"""The view of each, and side by side."""


@functools.cache
def recorded(name: str) -> tuple[dict[str, Any], tuple[Source, ...]]:
    """Record a run; return that, as it lies in a file, and the files that it follows."""
    with standing_on(SMALL.package, SMALL.root), fresh_listings(SMALL.root):
        run = read(SMALL.run_file(name), SMALL.run_file(name))
        modules = [SMALL.module(each) for each in run.files]
        recorder, error = carried_out(run, modules)
        assert error is None, error
        data = recorder.recording(name, "", [{"name": each, "digest": ""} for each in run.files], "")
    files = tuple(Text(each, module.read_text("utf-8")) for each, module in zip(run.files, modules))
    return json.loads(json.dumps(data)), files


def read_small(name: str) -> Recording:
    """Return the recording of a run, read."""
    return read_recording(*recorded(name), CAST)


@functools.cache
def shown(names: tuple[str, ...], language: str = "en") -> list[Shown]:
    """Return the runs of a figure as they are shown."""
    return figure([recorded(name) for name in names], VIEWS[names], language, CAST)


def wrong(names: tuple[str, ...]) -> list[str]:
    """Return all complaints about a figure's runs."""
    shares = [(each, SMALL.told(each.run)) for each in shown(names)]
    return [said for each, oracle in shares for said in [
        *lies(each, oracle), *broken(each), *strokes.wrong(each, oracle),
    ]]
