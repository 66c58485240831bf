"""The panel's data at each step of a recorded run, worked out here, so that the script only shows them.

``stepper.py`` writes it into a file of its own, ``_runs/turns.round_robin.js``, that is loaded when the figure comes
near: ``bookRun({...});`` with JSON between the brackets; ``drawn.py`` hands it on as it is. It holds ``run``,
``entry``, ``files`` (the names of the listings), ``rows`` (of the drawing: the first step of each, the last, and the
one to show when it is pointed at), ``begins`` (the first step of the story),
``asks`` (the questions: the row, the question before it, the choices and their classes, which is right),
``lanes`` (name and class, the tasks first), ``states`` (key and words),
``head`` (the title above the queues), ``output`` (lines), ``more`` (the text for the tasks whose states are
not told, if there are too many), and the steps as a table: ``fields`` names the columns, a cell is an index of
``values``. So a step is ``dict(zip(fields, (values[cell] for cell in row)))``:

========= ==========================================================================
kind      of the event (whoruns/events.py)
row       number of the row of the drawing
at        [file, line, function] of each frame, the innermost first; of a peer's act, none; and [the name of the
          file, 0, function] of a caller whose lines are not followed
lane      whose code runs, by its place in ``lanes``; of the operating system, -1
states    for each task the index of its state in ``states``
queues    [name, [[text of an item, class], ...]] of each queue
variables [name, value] of the innermost frame and the attributes of its ``self``
changed   the names of those that are not as they were
output    how many lines have been printed
time      seconds on the clock
say       the words for the step, if it is more than a line
stand     while no line is about to run: where each task is that goes on sometime, [its place in ``lanes``, file, line,
          [name, value] of the certain ones, which nothing can have changed since]; of one that is nowhere between two
          calls, file -1 and the attributes of its ``self``
========= ==========================================================================
"""
from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from whoruns.events import OS
from whoruns.story.beats import Beat
from whoruns.story.guesses import asks
from whoruns.story.recording import Recording, Step
from whoruns.story.replay import Stands
from whoruns.story.sentences import MANY, happening, left_out, more, queues_head, state_words
from whoruns.text import brief

OVER = ("done", "dropped", "made")
"""States of tasks that stand nowhere: they are over, or have not begun."""
RUNNING = ("run", "pass", "calls", "core")
"""States of a function that is called, while it has a frame."""
IMMUTABLE = re.compile(r"""(?!deque|set\(|bytearray)[^\[{(]|\([^\[{]*$""")
"""The text of an immutable value: no list, dictionary, set or anything that holds one."""
TOLD = 24
"""So many tasks have their states told at each step, the first ones."""


def data(recording: Recording, beats: Sequence[Beat]) -> dict[str, Any]:
    """Return the script's data of a recording that is drawn in these rows."""
    words = {state: str(word) for state, word in state_words(bool(recording.calls), recording.kernel).items()}
    states = list(words)
    tasks = recording.tasks[:TOLD] if len(recording.tasks) > TOLD + 1 else recording.tasks
    lanes = lanes_of(recording)
    values: list[Any] = []
    indices: dict[object, int] = {}
    queues: dict[int, list[Any]] = {}  # by the number of the object that knows them

    def index(value: Any) -> int:
        key = (type(value), value) if isinstance(value, (str, int, float)) else json.dumps(value)
        if key not in indices:
            indices[key] = len(values)
            values.append(value)
        return indices[key]

    rows_begin = [row.first for row in beats]
    shown = list(shown_steps(recording, beats))
    row_of = [max(0, bisect_right(rows_begin, recording.steps[number].event) - 1) for number in shown]
    gaps = {number: row for number, row in enumerate(beats) if row.kind == "gap"}
    stand = standing(recording, tasks, shown)
    steps = [
        {
            "kind": recording.events[step.event]["ev"],
            "row": row,
            "at": [
                [file if file >= 0 else recording.outside[-1 - file]["file"], line, called(name)]
                for (file, line, _frame), name in zip(step.at, recording.functions(step))
            ],
            "lane": lanes.get(step.lane, OS),
            "states": [states.index(step.states[task]) for task in tasks],
            "queues": queues.get(id(step.queues)) or queues.setdefault(
                id(step.queues), [[brief(name), waiters(recording, items)] for name, items in step.queues.items()]
            ),
            "variables": list(step.variables.items()),
            "changed": sorted(step.changed),
            "output": step.printed,
            "time": step.time,
            "say": left_out(recording, gaps[row].first, gaps[row].last, gaps[row].rows) if row in gaps
            else str(happening(recording, number)),
            "stand": [[lanes[lane], file, line, list(certain.items())] for lane, file, line, certain in stand[number]],
        }
        for number, row, step in ((number, row, recording.steps[number]) for number, row in zip(shown, row_of))
    ]
    extents = list(extents_of(beats, [recording.steps[number].lane for number in shown], row_of))
    found = {
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
    return found | ({"more": more(len(recording.tasks) - TOLD)} if tasks is not recording.tasks else {})


def lanes_of(recording: Recording) -> dict[int, int]:
    """Return the lanes of a recording, and their places in the data: the tasks come first."""
    others = (lane for lane in sorted(set(recording.folded)) if lane not in recording.courses)
    return {lane: number for number, lane in enumerate([*recording.tasks, *others])}


def shown_steps(recording: Recording, beats: Sequence[Beat]) -> Iterator[int]:
    """Yield the numbers of the steps that are shown: all of each row, but of a gap only the last one."""
    events = [step.event for step in recording.steps]
    end = 0
    for number, row in enumerate(beats, 1):
        first, end = end, len(events) if number == len(beats) else bisect_right(events, row.last)
        yield from range(max(first, end - 1) if row.kind == "gap" else first, end)


def waiters(recording: Recording, items: Sequence[Stands]) -> list[list[str]]:
    """Return the texts of a queue's items, and their colours; of many, for the first ones."""
    some = items if len(items) <= MANY else items[: MANY - 2]
    found = [[str(item), recording.colour(item.lane)] for item in some]
    return found + [[more(len(items) - len(some)), ""]] * (len(some) < len(items))


def called(name: str) -> str:
    """Return a function as a reader sees it; <module> is none."""
    return name if name.startswith("<") else f"{name}()"


def extents_of(
    beats: Sequence[Beat], lanes: Sequence[int], row_of: Sequence[int]
) -> Iterator[tuple[int, int, int]]:
    """Yield the first step of each row, the last, and the one that says most of it.

    `lanes` and `row_of` are the lane and the row of each step.

    It is the last step of the lane that runs in the row; of a wait, the first, which says how long. A row that has no
    step shows the one before.
    """
    for number, row in enumerate(beats):
        first, end = bisect_left(row_of, number), bisect_right(row_of, number)
        if first == end:
            first, end = max(0, first - 1), max(1, first)
        own = [step for step in range(first, end) if lanes[step] == row.lane]
        yield first, end - 1, first if row.kind == "wait" else own[-1] if own else end - 1


def standing(
    recording: Recording, tasks: Sequence[int], shown: Collection[int]
) -> dict[int, list[tuple[int, int, int, dict[str, str]]]]:
    """Return for each step that is shown where the tasks stand that are not over, if no line is about to run then.

    Of each: its lane, the file and line, and the certain values there. The attributes of objects are told whenever they
    change; of the variables of a frame only those are certain whose values nothing else can change.
    """
    found: dict[int, list[tuple[int, int, int, dict[str, str]]]] = {number: [] for number in shown}
    objects: dict[str, dict[str, str]] = {}
    told, last = 0, dict[int, Step]()
    for number, now in enumerate(recording.steps):
        for event in recording.events[told : now.event + 1]:
            objects |= event.get("objects", {})
        told = now.event + 1
        for lane in tasks if number in found and not now.at else ():
            if lane not in last or now.states[lane] in OVER:
                continue
            moment = recording.moments[last[lane].event]
            called = lane in recording.calls and now.states[lane] not in RUNNING
            file, line, _frame = (-1, 0, 0) if called else moment.at[0]
            variables = {} if called else moment.variables
            frame = {name: value for name, value in variables.items() if IMMUTABLE.match(value)}
            own_object = objects.get(str(moment.this), {})
            attributes = {f"self.{name}": value for name, value in own_object.items()}
            found[number].append((lane, file, line, frame | attributes))
        if now.at:
            last[now.lane] = now
    return found


def as_script(given: dict[str, Any]) -> str:
    """Return the text of the file with the steps of a run."""
    return f"bookRun({json.dumps(given, ensure_ascii=False, separators=(',', ':'))});\n"
