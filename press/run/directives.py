"""The ``{run}`` directive: the timeline of a recorded run, with a table in words and a stepper.

    ```{run} turns.round_robin
    :caption: What to look at.

    A question that stepping through the run answers.
    ```

The run is declared in ``listings/turns/round_robin.run.py``, and ``make record`` records it.
"""
from __future__ import annotations

import json
from datetime import date
from html import escape
from typing import Any

from babel.dates import format_date
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from catalogue import Listing
from folded import pass_through
from listing import code_block
from pictures import PictureDirective, picture, table
from recording import Recording, load
from run_words import line_up, told, who
from stepping import data
from timeline import Timeline

BUTTONS = {
    "first": ("M3 2h2v12H3zM14 2v12L6 8z", "Home"), "turn-back": ("M8 2v12L1 8zM15 2v12L8 8z", "Shift ←"),
    "back": ("M11 2v12L4 8z", "←"), "play": ("M4 2l9 6-9 6z", "␣"), "next": ("M5 2l7 6-7 6z", "→"),
    "turn-next": ("M1 2l7 6-7 6zM8 2l7 6-7 6z", "Shift →"), "last": ("M2 2l8 6-8 6zM11 2h2v12h-2z", "End"),
}
"""The buttons of the stepper: what is drawn on them, and the key that does the same."""


class stepper(nodes.General, nodes.Element):
    """The listings that a run goes through, and what happens at each step; only HTML shows it."""


class RunDirective(PictureDirective):
    """Put a recorded run on the page."""

    label = "run"

    def draw(self, name: str) -> tuple[Any, ...]:
        """Give the drawing, the table and the stepper; raise ListingError if the recording is missing or stale."""
        recording = read(self, name)
        drawing = Timeline(recording, f"run-{name.replace('.', '-')}")
        steps = stepper("", *(code_block(self, listing, "stepped") for listing in recording.files))
        steps["entry"], steps["data"] = recording.entry, data(drawing)
        notes = [note(recording, self.config.language)] if recording.recorded else []
        return drawing.draw(), tell(drawing), *notes, steps


def read(directive: SphinxDirective, name: str) -> Recording:
    """Load a recording; the page is built anew when it changes."""
    recording = load(name)
    this = Listing(name)
    for path in (this.recording, this.run, *(listing.module for listing in recording.files)):
        directive.env.note_dependency(str(path))
    return recording


def note(recording: Recording, language: str) -> nodes.container:
    """Say of a run of real threads that it is one of many."""
    locale = "en_GB" if language == "en" else language
    pattern = "y 年 M 月 d 日" if language == "zh_CN" else "d MMMM y"
    day = format_date(date.fromisoformat(recording.recorded), pattern, locale=locale).replace(" ", "\u00a0")
    words = _("One of many possible orders, recorded on {day}.").format(day=day)
    return nodes.container("", nodes.inline("", words), classes=["one-of-many"])


def tell(drawing: Timeline) -> nodes.table:
    """Give the run in words: who runs, what happens, what is in the queues then."""
    recording, timed = drawing.recording, drawing.timed
    body, queues = [], ""
    for turn in drawing.turns:
        events = recording.events[turn.first : turn.last + 1]
        changed = [event["queues"] for event in events if "queues" in event]
        now = line_up(recording, changed[-1]) if changed else queues
        words = told(recording, turn)
        if words or turn.lane > 0 or now != queues:
            cells = [[(who(recording, turn.lane), turn.lane >= 0)]]
            cells.append([(text, kind in ("print", "note")) for kind, text in words])
            if recording.queues:
                cells.append([(now, True)])
            body.append([[(f"{events[0].get('t', 0):g}", True)]] * timed + cells)
        queues = now
    head = [_("Seconds")] * timed + [_("Who runs"), _("What happens")] + [_("Queues after it")] * bool(recording.queues)
    return table(head, body)


def visit_stepper(self: HTML5Translator, node: stepper) -> None:
    """Open the template that the script makes a stepper of: buttons, then the listings."""
    names = {
        "first": _("To the start"), "turn-back": _("Back one bar"), "back": _("Back one line"),
        "play": _("Play"), "next": _("Forward one line"), "turn-next": _("Forward one bar"), "last": _("To the end"),
    }
    buttons = "".join(
        f'<button type="button" data-do="{do}" aria-label="{escape(names[do])}" title="{escape(names[do])} ({key})">'
        f'<svg viewBox="0 0 16 16" aria-hidden="true"><path d="{path}"/></svg></button>'
        for do, (path, key) in BUTTONS.items()
    )
    words = {
        "step": _("{n} of {all}"), "at": _("{who}, line {line} of {file}"), "time": _("{seconds} s"),
        "pause": _("Pause"),
    }
    close = escape(_("Close"))
    given = json.dumps({**node["data"], "words": words}, ensure_ascii=False, separators=(",", ":"))
    self.body.append(
        f'<template class="stepper"><div class="data notranslate">{escape(given, quote=False)}</div>'
        f'<button type="button" class="open">{escape(_("Step through this run"))}</button>'
        f'<div class="panel"><p class="entry"><code class="notranslate">{escape(node["entry"])}</code> '
        f'<button type="button" class="close" aria-label="{close}" title="{close} (Esc)">×</button></p>'
        f'<div class="buttons" role="group" aria-label="{escape(_("Step through this run"))}">{buttons}'
        f'<input type="range" min="0" value="0" aria-label="{escape(_("Place in the run"))}"></div>'
        f'<p class="status" role="status"></p><div class="files">'
    )


def depart_stepper(self: HTML5Translator, node: stepper) -> None:
    """Close the template, after what is filled in at each step."""
    self.body.append(
        f'</div><p class="vars"><b>{escape(_("Variables"))}</b> <code class="notranslate"></code></p>'
        f'<ul class="states notranslate" aria-label="{escape(_("States"))}"></ul>'
        f'<p class="queues"><b>{escape(_("Queues"))}</b> <code class="notranslate"></code></p>'
        f'<div class="output"><b>{escape(_("Output"))}</b><samp class="notranslate" tabindex="0"></samp></div>'
        f"</div></template>\n"
    )


def skip(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Write nothing."""
    raise nodes.SkipNode


def add_files(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page with figures the style sheet and the script for them, and no other page."""
    if doctree is not None and next(doctree.findall(picture), None) is not None:
        app.add_css_file("figures.css")
    if doctree is not None and next(doctree.findall(stepper), None) is not None:
        app.add_js_file("stepper.js", defer="defer")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and its node."""
    app.add_directive("run", RunDirective)
    other = (skip, pass_through)
    app.add_node(stepper, html=(visit_stepper, depart_stepper), latex=other, text=other, texinfo=other, man=other)
    app.connect("html-page-context", add_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
