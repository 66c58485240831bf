"""What the panel shows at each step of a recorded run, worked out here, so that the script only shows it.

``stepper.py`` writes it into a file of its own, ``_runs/turns.round_robin.js``, that is loaded when the figure comes
near: ``bookRun({...});`` with JSON between the brackets; ``drawn.py`` hands it on as it is. It holds ``run``,
``entry``, ``files`` (the names of the listings), ``rows`` (of the drawing: the first step of each, the last, and the
one to show when it is pointed at), ``begins`` (the first step of the story),
``asks`` (what can be foreseen: the row, what is asked before it, the choices and their classes, which is right),
``lanes`` (name and class, the tasks first), ``states`` (key and words),
``head`` (what is written above the queues), ``output`` (lines), and the steps as a table: ``fields`` names the
columns, a cell is an index of ``values``. So a step is ``dict(zip(fields, (values[cell] for cell in row)))``:

========= ==========================================================================
kind      of the event (whoruns/events.py)
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
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from whoruns.events import OS
from whoruns.story.beats import Beat
from whoruns.story.guesses import asks
from whoruns.story.recording import Recording, Step
from whoruns.story.sentences import happening, queues_head, state_words

OVER = ("done", "dropped", "made")
"""States of tasks that stand nowhere: they are over, or have not begun."""
RUNNING = ("run", "pass", "calls", "core")
"""States of a function that is called, while it has a frame."""
IMMUTABLE = re.compile(r"""(?!deque|set\(|bytearray)[^\[{(]|\([^\[{]*$""")
"""What the text of a value looks like that nobody can change: no list, dictionary, set or anything that holds one."""



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
                [file if file >= 0 else recording.outside[-1 - file]["file"], line, called(name)]
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
        "run": recording.name,
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


def called(name: str) -> str:
    """Return a function as a reader sees it; <module> is none."""
    return name if name.startswith("<") else f"{name}()"


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
