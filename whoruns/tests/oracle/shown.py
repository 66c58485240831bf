"""A run as the page shows it: the stepper's steps, the rows, the spans, the table."""
from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from whoruns.drawing.weave import View
from whoruns.page.drawn import ALL, Run, drawn
from whoruns.source import Source
from whoruns.story.beats import beats
from whoruns.story.recording import Recording, read
from whoruns.tests.oracle.picture import Drawing, picture
from whoruns.wording import speaking

IN_OS = frozenset({"waits", "wakes", "looks"})
"""Kinds of steps in no lane's turn but the operating system's."""
SILENT = frozenset({"start", "call", "print", "step", "log", "made", "dropped", "moved", "cancels"})
"""Kinds of events without a stop: the next line shows their effect."""


@dataclass(frozen=True)
class Step:
    """One step of a stepper; whoruns/story/steps.py explains the fields."""

    number: int
    kind: str
    row: int
    """The row of the drawing in which it stands."""
    at: list[tuple[int, int, str]]
    """Of each frame whose lines are followed."""
    callers: list[tuple[int | str, int, str]]
    """Of each frame, and of each caller whose lines are not followed: the name of its file, and no line."""
    who: str
    states: dict[str, str]
    """The state of each lane, by name."""
    queues: dict[str, list[str]]
    variables: dict[str, str]
    changed: tuple[str, ...]
    """The variables that are marked as changed."""
    output: int
    time: float
    say: str


@dataclass(frozen=True)
class Row:
    """A row: its kind, the lane that runs or acts in it, and the events that it tells of."""

    kind: str
    who: str
    first: int
    last: int
    passing: bool
    """Whether only a request or an answer is handed on."""


@dataclass(frozen=True)
class Shown:
    """A run as it is shown, in a language."""

    run: str
    language: str
    lanes: list[str]
    output: list[str]
    begins: int
    steps: list[Step]
    rows: tuple[Row, ...]
    extents: tuple[tuple[int, int, int], ...]
    """Of each row, as the panel has it: its first step, its last, and the one to show."""
    table: tuple[tuple[str, ...], ...]
    """The rows of the table."""
    colours: dict[str, str]
    """The class of each lane, by name."""
    data: Mapping[str, Any]
    """The data of the stepper."""
    recorded: Mapping[str, Any]
    """The recording, as it lies in its file."""
    recording: Recording
    view: View = ALL
    svg: str = ""
    """The picture."""
    beside: tuple[Shown, ...] = ()
    """The other runs of the same figure."""
    files: Sequence[Source] = field(default=())

    @functools.cached_property
    def drawing(self) -> Drawing:
        """The strokes of the picture."""
        return picture(self.svg, self.run)

    @functools.cached_property
    def sources(self) -> list[tuple[str, ...]]:
        """Return the lines of each file that the stepper shows."""
        return [tuple(file.source().splitlines()) for file in self.files]

    @property
    def loop(self) -> str:
        """The name of the runner of tasks."""
        return str(self.recorded["lanes"][0]["name"])

    @functools.cached_property
    def columns(self) -> dict[str, float]:
        """Where the line of each task is drawn, by its name, and the rail of the loop, where control begins.

        A name without a middle begins five units to the left of the line; one that stands aslant begins at it.
        """
        found = {
            head.text: head.middle if "mid" in head.classes else head.x if "slant" in head.classes else head.left + 5
            for head in self.drawing.heads if head.kind == "head" and not head.classes & {"loop", "own", "os"}
        }
        rail = (mark.lines[0][0][0] for row in self.drawing.rows for mark in row.of("thread"))
        return found | {self.loop: next(rail, 0)}

    def column(self, x: float) -> str | None:
        """Return the lane that has a column at a place."""
        return next((name for name, place in self.columns.items() if abs(x - place) <= 1), None)

    @functools.cached_property
    def in_rows(self) -> list[list[Step]]:
        """Return the steps of each row."""
        return [[step for step in self.steps if step.row == row] for row in range(len(self.rows))]

    @functools.cached_property
    def event_of(self) -> list[int]:
        """Return the number of the event of each step: some are silent, of those that hand on the innermost tells."""
        events, numbers = self.recorded["events"], []
        hands_on = "kernel" in self.recorded and not self.recorded.get("levels")
        for number, event in enumerate(events):
            silent = event["ev"] in SILENT and number + 1 < len(events)
            around = [each["ev"] for each in events[max(0, number - 1) : number + 2]]
            handed = around[:2] == ["yield", "yield"] or around[-2:] == ["resume", "resume"]
            if not silent and not (hands_on and handed):
                numbers.append(number)
        assert len(numbers) == len(self.steps), self.run
        return numbers

    def line(self, step: Step) -> str:
        """Return the line that is marked."""
        file, line, _function = step.at[0]
        return self.sources[file][line - 1] if 0 < line <= len(self.sources[file]) else ""

    def is_of(self, text: str, lane: str) -> bool:
        """Is an item of a queue written for a lane?"""
        return re.search(rf"(?<![\w']){re.escape(lane)}(?! \d)(?!\w)", text) is not None

    def place(self, step: Step) -> str:
        """Say where a step is, for a complaint."""
        where = f" ({self.files[step.at[0][0]].name}:{step.at[0][1]})" if step.at else ""
        return f"{self.run} [{self.language}], step {step.number + 1}{where}"


def steps(data: dict[str, Any]) -> list[Step]:
    """Return the steps from the data that the page loads."""
    lanes = [name for name, _colour in data["lanes"]]
    return [
        Step(
            number, step["kind"], step["row"],
            [(file, line, function.removesuffix("()")) for file, line, function in step["at"] if line],
            [(file, line, function.removesuffix("()")) for file, line, function in step["at"]],
            lanes[step["lane"]] if step["lane"] >= 0 else "OS",
            {lane: data["states"][state][0] for lane, state in zip(lanes, step["states"])},
            {name: [text for text, *_class in items] for name, items in step["queues"]}, dict(step["variables"]),
            tuple(step["changed"]), step["output"], step["time"], step["say"],
        )
        for number, step in enumerate(data["steps"])
    ]


Kept = tuple[Mapping[str, Any], tuple[Source, ...]]
"""A recording, as it lies in its file, and the files it is of."""


def figure(
    runs: Sequence[Kept], view: View = ALL, language: str = "en", cast: tuple[str, ...] = (), roomy: bool = False,
) -> list[Shown]:
    """Return each of a figure's runs as it is shown; those of the cast have colours of their own.

    If it is `roomy`, the drawing may be a large one.
    """
    with speaking(language):
        recordings = [read(*kept, cast) for kept in runs]
        found = drawn(recordings, view, roomy)
    parts = zip([found, *found.get("more", ())], runs, recordings)
    each = [of_part(part, found["svg"], kept[0], recording, view, language) for part, kept, recording in parts]
    return [replace(one, beside=tuple(other for other in each if other is not one)) for one in each]


def of_part(
    part: Run, svg: str, recorded: Mapping[str, Any], recording: Recording, view: View, language: str,
) -> Shown:
    """Return a part of a figure as it is shown."""
    data = as_steps(part["steps"])
    body = [tuple(" · ".join(text for text, _code in cell) for cell in row) for row in part["table"]["body"]]
    names = [lane["name"] for lane in recorded["lanes"]]
    return Shown(
        recording.name, language, [name for name, _colour in data["lanes"]][: len(data["steps"][0]["states"])],
        data["output"], data["begins"], steps(data),
        tuple(
            Row(row.kind, names[row.lane], row.first, row.last, row.passing)
            for row in beats(recording, view.since, view.until)
        ),
        tuple(map(tuple, data["rows"])), tuple(body), dict(reversed(data["lanes"])), part["steps"], recorded,
        recording, view, svg, files=recording.files,
    )


def as_steps(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a stepper, with its steps as dictionaries (whoruns/story/steps.py)."""
    values = data["values"]
    return data | {"steps": [dict(zip(data["fields"], (values[cell] for cell in row))) for row in data["steps"]]}
