"""The texts and drawings of each run of the book, and the oracle that has watched it."""
from __future__ import annotations

import functools
import re
from typing import Any

from press.catalogue import PACKAGE, ROOT, Listing
from press.figures.kept import CAST, read_kept
from whoruns.drawing.weave import View
from whoruns.tests.oracle.shown import Shown, figure
from whoruns.tests.oracle.tracer import House

BOOK = House(ROOT, PACKAGE, ROOT / "listings")

OF_EACH_KIND = {
    "a timeline": "turns.round_robin", "a queue": "callbacks.ready_queue", "variables": "mainloop.goal",
    "an attribute": "waiting.lost_bug", "persons": "descriptors.serve", "timers": "clocks.loop",
    "narrow": "turns.quantum_1", "side by side": "clocks.virtual", "stacks": "callbacks.ripped_stack",
    "deadlines": "cancellation.retry", "cancellations": "together.block", "a kernel": "kernel.teapot",
    "values that are given": "composition.talk", "threads": "turns.threads",
}
"""A kind of drawing, and a figure that has it."""


@functools.cache
def figures() -> dict[str, tuple[list[str], View]]:
    """Return for each run the runs of its figure, and the figure's view."""
    pages = [path.read_text("utf-8") for path in sorted((ROOT / "docs").rglob("*.md"))]
    fences = [fence for page in pages for fence in re.findall(r"^```\{run\} (.+)\n((?::.*\n)*)", page, re.MULTILINE)]
    return {run: (runs.split(), view(given)) for runs, given in fences for run in runs.split()}


def view(given: str) -> View:
    """Return the view of a directive's options."""
    options: dict[str, Any] = dict(re.findall(r"^:(\w+): (.*)$", given, re.MULTILINE))
    show, queue = (tuple(filter(None, options.get(name, "").split(", "))) for name in ("show", "queue"))
    return View(show, queue, float(options.get("from", 0)), float(options.get("until", "inf")))


def shown_of(name: str, language: str = "en") -> Shown:
    """Return the drawing and texts of a run."""
    runs, view = figures()[name]
    return next(each for each in shown_together(tuple(runs), view, language) if each.run == name)


@functools.cache
def shown_together(names: tuple[str, ...], view: View, language: str) -> list[Shown]:
    """Return the drawings and texts of a figure's runs."""
    listings = [Listing(name, ROOT) for name in names]
    return figure([read_kept(each) for each in listings], view, language, CAST)
