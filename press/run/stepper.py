"""The stepper: what it shows at each step of a recorded run, worked out here, so that the script only shows it.

It is written into a file of its own, ``_runs/turns.round_robin.js``, that is loaded when the figure comes near:
``bookRun({...});`` with JSON between the brackets. The JSON holds ``run``, ``entry``, ``files`` (the
names of the listings), ``listings`` (the HTML of those that the page does not show, by name), ``rows`` (of the drawing:
the first step of each, the last, and the one to show when it is pointed at), ``begins`` (the first step of the story),
``asks`` (what can be foreseen: the row, what is asked before it, the choices and their classes, which is right),
``lanes`` (name and class, the tasks first), ``states`` (key and words),
``head`` (what is written above the queues), ``output`` (lines), and the steps as a table: ``fields`` names the
columns, a cell is an index of ``values``. So a step is ``dict(zip(fields, (values[cell] for cell in row)))``:

========= ==========================================================================
kind      of the event (press/events.py)
row       number of the row of the drawing
at        [file, line, function] of each frame, the innermost first; of a peer's act, none; and [the name of the
          file, 0, function] of a caller whose lines are not followed
lane      whose code runs, by its place in ``lanes``; of the operating system, -1
states    for each task the index of its state in ``states``
queues    [name, [[what is written for somebody who stands in it, class], ...]] of each queue
variables [name, value] of the innermost frame and the attributes of its ``self``
changed   the names of those that are not what they were
output    how many lines have been printed
time      seconds on the clock
say       what happens, in words, if it is more than a line
stand     while no line is about to run: where each task is that goes on sometime, [its place in ``lanes``, file, line,
          [name, value] of what is certain: nobody can have changed it since]; of one that is nowhere between two calls,
          file -1 and the attributes of its ``self``
========= ==========================================================================
"""
from __future__ import annotations

import json
import re
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

import press
from press.events import OS
from press.listing.blocks import listing_code
from press.run.beats import Beat
from press.run.guesses import asks
from press.run.recording import Recording, Step
from press.run.words import happening, queues_head, state_words

FOLDER = "_runs"
WORDS = "_static/panel.words.js"
PANEL = Path(press.__file__).parent / "site/static"
OVER = ("done", "dropped", "made")
"""States of tasks that stand nowhere: they are over, or have not begun."""
RUNNING = ("run", "pass", "calls", "core")
"""States of a function that is called, while it has a frame."""
IMMUTABLE = re.compile(r"""(?!deque|set\(|bytearray)[^\[{(]|\([^\[{]*$""")
"""What the text of a value looks like that nobody can change: no list, dictionary, set or anything that holds one."""


class stepper(nodes.General, nodes.Element):
    """The steps of a run, and the listings it goes through that the page does not show; only HTML shows it."""


def data(recording: Recording, beats: Sequence[Beat]) -> dict[str, Any]:
    """Return what the script gets of a recording that is drawn in these rows."""
    words = {state: str(word) for state, word in state_words(bool(recording.calls), recording.kernel).items()}
    states = list(words)
    lanes = [*recording.tasks, *(lane for lane in sorted(set(recording.folded)) if lane not in recording.tasks)]
    values: list[Any] = []
    indices: dict[str, int] = {}

    def index(value: Any) -> int:
        key = json.dumps(value)
        if key not in indices:
            indices[key] = len(values)
            values.append(value)
        return indices[key]

    begins = [row.first for row in beats]
    row_of = [max(0, bisect_right(begins, step.event) - 1) for step in recording.steps]
    steps = [
        {
            "kind": recording.events[step.event]["ev"],
            "row": row_of[number],
            "at": [
                [file if file >= 0 else recording.outside[-1 - file]["file"], line, f"{name}()"]
                for (file, line, _frame), name in zip(step.at, step.functions)
            ],
            "lane": lanes.index(step.lane) if step.lane in lanes else OS,
            "states": [states.index(step.states[task]) for task in recording.tasks],
            "queues": [
                [name, [[str(item), recording.colour(item.lane)] for item in items]]
                for name, items in step.queues.items()
            ],
            "variables": list(step.variables.items()),
            "changed": sorted(step.changed),
            "output": step.printed,
            "time": step.time,
            "say": str(happening(recording, number)),
            "stand": [] if step.at else [
                [lanes.index(lane), file, line, list(certain.items())]
                for lane, file, line, certain in standing(recording, step)
            ],
        }
        for number, step in enumerate(recording.steps)
    ]
    extents = list(extents_of(recording, beats, row_of))
    return {
        "run": recording.run,
        "entry": recording.entry,
        "files": [listing.name for listing in recording.files],
        "rows": extents,
        "asks": asks(recording, beats),
        "begins": next((first for row, (first, *_others) in zip(beats, extents) if row.kind != "setup"), 0),
        "lanes": [[recording.lanes[lane]["name"], recording.colour(lane)] for lane in lanes],
        "states": list(words.items()),
        "head": queues_head(recording.kernel),
        "output": [event["text"] for event in recording.events if event["ev"] == "print"],
        "fields": list(steps[0]),
        "values": values,
        "steps": [[index(value) for value in step.values()] for step in steps],
    }


def extents_of(
    recording: Recording, beats: Sequence[Beat], row_of: Sequence[int]
) -> Iterator[tuple[int, int, int]]:
    """Return the first step of each row, the last, and the one that says most of it.

    That is the last one of whoever runs in it; of a wait the first, where it is told for how long. A row that has no
    step shows the one before.
    """
    for number, row in enumerate(beats):
        first, end = bisect_left(row_of, number), bisect_right(row_of, number)
        if first == end:
            first, end = max(0, first - 1), max(1, first)
        own = [step for step in range(first, end) if recording.steps[step].lane == row.lane]
        yield first, end - 1, first if row.kind == "wait" else own[-1] if own else end - 1


def standing(recording: Recording, now: Step) -> Iterator[tuple[int, int, int, dict[str, str]]]:
    """Return for each task that is not over: its lane, the file and line where it stands, and what is certain there.

    The attributes of objects are told whenever they change; of the variables of a frame only those are certain whose
    values nobody else can change.
    """
    objects: dict[str, dict[str, str]] = {}
    for event in recording.events[: now.event + 1]:
        objects |= event.get("objects", {})
    before = recording.steps[: bisect_left([step.event for step in recording.steps], now.event)]
    for lane in recording.tasks:
        own = [step for step in before if step.lane == lane and step.at]
        if not own or now.states[lane] in OVER:
            continue
        moment = recording.moments[own[-1].event]
        called = lane in recording.calls and now.states[lane] not in RUNNING
        file, line, _frame = (-1, 0, 0) if called else moment.at[0]
        frame = {} if called else {name: value for name, value in moment.variables.items() if IMMUTABLE.match(value)}
        own_object = objects.get(str(moment.this), {})
        yield lane, file, line, frame | {f"self.{name}": value for name, value in own_object.items()}


def as_script(given: dict[str, Any]) -> str:
    """Return the text of the file with the steps of a run."""
    return f"bookRun({json.dumps(given, ensure_ascii=False, separators=(',', ':'))});\n"


class LeaveOutShown(SphinxTransform):
    """Keep of the listings of a run only those that the page does not show: the script takes the others from it."""

    default_priority = 15  # before Sphinx extracts and translates (20)

    def apply(self, **kwargs: Any) -> None:
        shown = {block["listing"] for block in self.document.findall(listing_code) if block["kind"] == "module"}
        for node in self.document.findall(stepper):
            for block in list(node.findall(listing_code)):
                if block["listing"] in shown:
                    node.remove(block)


def visit_stepper(self: HTML5Translator, node: stepper) -> None:
    """Write the file with the steps and with the listings, which are translated by now; say where it is."""
    if self.builder.name != "html":
        raise nodes.SkipNode
    docname, name = self.builder.current_docname, node["run"]
    script = as_script(runs_of(self.builder.env)[docname][name] | {"listings": listings(self, node)})
    path = Path(self.builder.outdir) / FOLDER / f"{name}.js"
    path.parent.mkdir(exist_ok=True)
    path.write_text(script, "utf-8")
    folder = self.builder.get_relative_uri(docname, "index").removesuffix("index.html")
    address = f"{folder}{FOLDER}/{path.name}?v={zlib.crc32(script.encode()):x}"
    self.body.append(f'<template class="run" data-run="{name}" data-src="{address}"></template>\n')
    raise nodes.SkipNode


def listings(self: HTML5Translator, node: stepper) -> dict[str, str]:
    """Return the HTML of the listings that only the script shows: {name: HTML}."""
    found: dict[str, str] = {}
    page, self.body = self.body, []
    for block in node.findall(listing_code):
        block.walkabout(self)
        found[block["listing"]] = "".join(self.body)
        self.body.clear()
    self.body = page
    return found


def skip(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Write nothing."""
    raise nodes.SkipNode


def runs_of(env: BuildEnvironment) -> dict[str, dict[str, Any]]:
    """Return the steps that the pages need: {page: {run: what the script gets}}."""
    found: dict[str, dict[str, Any]] = env.__dict__.setdefault("book_runs", {})
    return found


def forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """A page is read anew, or is gone."""
    runs_of(env).pop(docname, None)


def merge(app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment) -> None:
    """Take in what another process has read."""
    runs_of(env).update({page: runs for page, runs in runs_of(other).items() if page in docnames})


def tidy(app: Sphinx, error: Exception | None) -> None:
    """Remove the files of runs that no page shows any more."""
    if error or app.builder.name != "html":
        return
    wanted = {f"{name}.js" for runs in runs_of(app.env).values() for name in runs}
    for path in (Path(app.outdir) / FOLDER).glob("*"):
        if path.name not in wanted:
            path.unlink()


def write_panel(app: Sphinx) -> None:
    """Write the HTML of the panel, in the language of the book, as a script that can be loaded from disk."""
    if app.builder.name == "html":
        html = app.builder.templates.render("panel.html", {})
        path = Path(app.outdir) / WORDS
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"window.bookPanel = {json.dumps(html, ensure_ascii=False)};\n", "utf-8")


def versioned(path: Path) -> str:
    """Return an address that changes when the file does: what a browser has kept of the old one is not used."""
    return f"_static/{path.name}?v={zlib.crc32(path.read_bytes()):x}"


def add_panel(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page with runs the panel, with the addresses of its style sheet and its script, and no other page."""
    shown = app.builder.name == "html" and runs_of(app.env).get(page)
    files = {"style": PANEL / "panel.css", "words": Path(app.outdir) / WORDS, "script": PANEL / "panel.js"}
    context["panel"] = {kind: versioned(path) for kind, path in files.items()} if shown else {}


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the node, the transform and the files."""
    other = (skip, lambda self, node: None)
    app.add_node(stepper, html=(visit_stepper, None), latex=other, text=other, texinfo=other, man=other)
    app.add_transform(LeaveOutShown)
    app.connect("builder-inited", write_panel)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    app.connect("html-page-context", add_panel)
    app.connect("build-finished", tidy)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
