"""The stepper: what it shows at each step of a recorded run, worked out here, so that the script only shows it.

The script gets, as JSON: ``lanes`` (the tasks: name and class), ``states`` (words), ``output`` (lines),
``texts`` (what the steps refer to) and ``steps``, one for each event that a reader stops at:

====== ==========================================================================
turn   number of the turn among those that are drawn
who    whose code runs
at     [file, line] of each frame, the innermost first; files in the order shown
states for each task the place of its state in ``states``
output how many lines have been printed
time   seconds on the clock, if it is not 0
say    what happens, in words, if it is more than a line
queues place in ``texts`` of what stands in the queues
vars   place in ``texts`` of the variables of the innermost frame
====== ==========================================================================
"""
from __future__ import annotations

import json
from html import escape
from typing import Any

from docutils import nodes
from sphinx.locale import _
from sphinx.writers.html5 import HTML5Translator

from press.run.recording import Recording
from press.run.words import happening, line_up, state_words, who

BUTTONS = {
    "first": ("M3 2h2v12H3zM14 2v12L6 8z", "Home"), "turn-back": ("M8 2v12L1 8zM15 2v12L8 8z", "Shift ←"),
    "back": ("M11 2v12L4 8z", "←"), "play": ("M4 2l9 6-9 6z", "␣"), "next": ("M5 2l7 6-7 6z", "→"),
    "turn-next": ("M1 2l7 6-7 6zM8 2l7 6-7 6z", "Shift →"), "last": ("M2 2l8 6-8 6zM11 2h2v12h-2z", "End"),
}
"""The buttons of the stepper: what is drawn on them, and the key that does the same."""


class stepper(nodes.General, nodes.Element):
    """The listings that a run goes through, and what happens at each step; only HTML shows it."""


def data(recording: Recording) -> dict[str, Any]:
    """Return what the script gets."""
    words = state_words(bool(recording.calls))
    texts: list[str] = []
    return {
        "lanes": [[recording.lanes[lane]["name"], recording.colour(lane)] for lane in recording.tasks],
        "states": [[state, words[state]] for state in words],
        "output": [event["text"] for event in recording.events if event["ev"] == "print"],
        "texts": texts,
        "steps": steps(recording, texts),
    }


def steps(recording: Recording, texts: list[str]) -> list[dict[str, Any]]:
    """Return the steps, and add to the texts what they refer to."""

    def place(text: str) -> int:
        if text not in texts:
            texts.append(text)
        return texts.index(text)

    kinds = list(state_words())
    found: list[dict[str, Any]] = []
    for number, now in enumerate(recording.steps):
        step: dict[str, Any] = {
            "turn": max(0, now.turn - recording.drawn), "at": [[file, line] for file, line, _frame in now.at],
            "who": f"{now.functions[0]}()" if now.at else who(recording, now.lane),
            "states": [kinds.index(now.states[task]) for task in recording.tasks], "output": now.printed,
            "queues": place(line_up(now.queues)),
            "vars": place(", ".join(f"{name} = {value}" for name, value in now.variables.items())),
        }
        if now.time:
            step["time"] = now.time
        if say := happening(recording, number):
            step["say"] = say
        found.append(step)
    return found


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
    close, opening, place = escape(_("Close")), escape(_("Step through this run")), escape(_("Place in the run"))
    given = json.dumps({**node["data"], "words": words}, ensure_ascii=False, separators=(",", ":"))
    self.body.append(
        f'<template class="stepper"><div class="data notranslate">{escape(given, quote=False)}</div>'
        f'<button type="button" class="open">{opening}</button>'
        f'<div class="panel"><p class="entry"><code class="notranslate">{escape(node["entry"])}</code> '
        f'<button type="button" class="close" aria-label="{close}" title="{close} (Esc)">×</button></p>'
        f'<div class="buttons" role="group" aria-label="{opening}">{buttons}'
        f'<input type="range" min="0" value="0" aria-label="{place}"></div>'
        f'<p class="status" role="status"></p><div class="files">'
    )


def depart_stepper(self: HTML5Translator, node: stepper) -> None:
    """Close the template, after what is filled in at each step."""
    names = {"vars": _("Variables"), "states": _("States"), "queues": _("Queues"), "output": _("Output")}
    self.body.append(
        f'</div><p class="vars"><b>{escape(names["vars"])}</b> <code class="notranslate"></code></p>'
        f'<ul class="states notranslate" aria-label="{escape(names["states"])}"></ul>'
        f'<p class="queues"><b>{escape(names["queues"])}</b> <code class="notranslate"></code></p>'
        f'<div class="output"><b>{escape(names["output"])}</b><samp class="notranslate" tabindex="0"></samp></div>'
        f"</div></template>\n"
    )


def skip(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Write nothing."""
    raise nodes.SkipNode
