"""The runs of the tool's own tests, each recorded and drawn once."""
from __future__ import annotations

import functools
import json
from typing import Any

from whoruns.drawing.weave import View
from whoruns.recorder.run_file import read
from whoruns.recorder.sandbox import fresh_listings
from whoruns.source import Source, Text
from whoruns.tests.oracle.shown import Shown, figure
from whoruns.tests.oracle.tracer import House
from whoruns.tests.places import HERE
from whoruns.tests.tiny import carried_out, kept, standing_on

SMALL = House(HERE / "runs", "small", HERE / "runs")
CAST = ("Ann", "Bob", "Eve")
"""Who has one colour everywhere, as a person and as the task that serves it."""
VIEWS = {
    ("turns",): View(queue="ready", show=("number",)), ("levels",): View(), ("served",): View(show=("number",)),
    ("timers",): View(), ("kernel",): View(), ("threads",): View(), ("turns", "timers"): View(),
}
"""What is drawn of each, and side by side."""


@functools.cache
def recorded(name: str) -> tuple[dict[str, Any], tuple[Source, ...]]:
    """Record a run; return that, as it lies in a file, and what it follows."""
    with standing_on(SMALL.package, SMALL.root), fresh_listings(SMALL.root):
        run = read(SMALL.run_file(name), SMALL.run_file(name))
        modules = [SMALL.module(each) for each in run.files]
        data = kept(name, run, carried_out(run, modules))
    files = tuple(Text(each, module.read_text("utf-8")) for each, module in zip(run.files, modules))
    return json.loads(json.dumps(data)), files


@functools.cache
def shown(names: tuple[str, ...], language: str = "en") -> list[Shown]:
    """Return what a figure shows of its runs."""
    return figure([recorded(name) for name in names], VIEWS[names], language, CAST)
