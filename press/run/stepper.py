"""What the stepper shows at each step of a recorded run, worked out here, so that the script only shows it.

The script gets, as JSON: ``lanes`` (the tasks: name and class), ``states`` (words), ``output`` (lines),
``texts`` (what the steps refer to) and ``steps``, one for each event that a reader stops at:

====== ==========================================================================
turn   number of the turn in the timeline
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

import ast
from typing import Any

from sphinx.locale import _

from recording import ENDS, STATES, Recording
from run_words import ended, line_up, said, state_words, who
from timeline import Timeline


def data(drawing: Timeline) -> dict[str, Any]:
    """Give what the script gets."""
    recording = drawing.recording
    words = state_words(bool(recording.calls))
    texts: list[str] = []
    found = steps(drawing, texts)
    return {
        "lanes": [[recording.lanes[lane]["name"], drawing.colour(lane)] for lane in recording.tasks],
        "states": [[state, words[state]] for state in STATES],
        "output": [event["text"] for event in recording.events if event["ev"] == "print"],
        "texts": texts,
        "steps": found,
    }


def steps(drawing: Timeline, texts: list[str]) -> list[dict[str, Any]]:
    """Give the steps, and add to the texts what they refer to."""

    def place(text: str) -> int:
        if text not in texts:
            texts.append(text)
        return texts.index(text)

    found: list[dict[str, Any]] = []
    recording, drawn, after = drawing.recording, drawing.turns, drawing.states
    turn_of = [place for place, turn in enumerate(drawn) for _event in range(turn.first, turn.last + 1)]
    functions = [Functions(listing.source()) for listing in recording.files]
    variables: dict[tuple[int, int], dict[str, str]] = {}
    queues, printed = "", 0
    at: list[list[int]] = []
    for number, event in enumerate(recording.events):
        lane = event["lane"]
        printed += event["ev"] == "print"
        if (event["ev"] in ("start", "print", "step") or "note" in event) and number + 1 < len(recording.events):
            continue  # what is printed is there after the line; a task that starts is at its first line next
        at = event.get("at", at)
        if "vars" in event:
            variables[lane, len(at)] = event["vars"]
        if "queues" in event:
            queues = line_up(recording, event["queues"])
        gives_back = event["ev"] in ENDS or event["ev"] == "preempted"
        now = after[number - 1 if gives_back else number]  # whoever gives control back has it until then
        here = variables.get((lane, len(at)), {})
        turn = drawn[turn_of[number]]
        if turn.passing:
            now = now | {turn.lane: "pass"}
        step = {
            "turn": turn_of[number], "at": at,
            "who": functions[at[0][0]].at(at[0][1]) if lane == 0 and at else who(recording, recording.folded[lane]),
            "states": [STATES.index(now[task]) for task in recording.tasks], "output": printed,
            "queues": place(queues), "vars": place(", ".join(f"{name} = {value}" for name, value in here.items())),
        }
        if event.get("t"):
            step["time"] = event["t"]
        if say := happening(recording, number):
            step["say"] = say
        found.append(step)
    return found


class Functions:
    """Which function a line belongs to."""

    def __init__(self, source: str) -> None:
        kinds = ast.FunctionDef | ast.AsyncFunctionDef
        found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]
        self._found = [(node.lineno, node.end_lineno or 0, node.name) for node in found]

    def at(self, line: int) -> str:
        """Give the name of the innermost function around a line, as a call."""
        return max((start, f"{name}()") for start, end, name in self._found if start <= line <= end)[1]


def happening(recording: Recording, number: int) -> str:
    """Say what an event is, if it is more than a line that is about to run."""
    event = recording.events[number]
    kind, lane = event["ev"], event["lane"]
    if kind in ENDS or kind == "preempted":
        if kind == "yield" and recording.events[number - 1]["ev"] == "yield":
            return _("passes it on")
        words = ended(kind, event.get("value", ""), recording.levels)
        inner = recording.folded[lane] != lane and words
        return f"{recording.lanes[lane]['name'].partition(' ')[0]}() {words}" if inner else words
    if kind == "resume":
        if recording.levels and recording.events[number + 1]["ev"] == "resume":
            return _("passes it on")
        return _("goes on")
    if kind == "wakes":
        return _("the wait is over")
    return "" if kind in ("line", "print", "start") else said(kind, event.get("value", event.get("call", "")))
