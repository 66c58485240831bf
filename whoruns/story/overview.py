"""What helps in a large drawing: errors, cancellations, deadlines, rows that repeat, who waits for whom.

Rows, steps and lanes have their numbers in the data of the steps (``steps.py``).
"""
from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Literal, TypedDict

from whoruns.events import NO_FAULT
from whoruns.story.beats import Beat
from whoruns.story.folding import folds
from whoruns.story.recording import Recording
from whoruns.story.spans import cancellations
from whoruns.story.steps import lanes_of, shown_steps
from whoruns.story.waiting import waits_for

LANES, ROWS = 8, 60
"""A drawing with more of one of them is large."""

Trouble = Literal["error", "cancelled", "deadline"]


class Overview(TypedDict):
    """The data of a large drawing, beside those of its steps."""

    folds: list[tuple[int, int, int]]
    """Of each group of rows that repeats its first row, how many rows it has, and how often it comes."""
    marks: list[tuple[Trouble, int, list[int]]]
    """Of each row and kind of trouble in it that kind, the step at which it is so first, and the lanes it concerns."""
    waits: list[tuple[int, int, int, int]]
    """A lane, one that it waits for, and the first row and the last one at the end of which that is so."""


def overview(recording: Recording, rows: Sequence[Beat]) -> Overview | None:
    """Return the data of a drawing with these rows, or None if it is small enough to be seen at once."""
    if len(recording.tasks) <= LANES and len(rows) <= ROWS:
        return None
    lanes = lanes_of(recording)
    events = [recording.steps[number].event for number in shown_steps(recording, rows)]
    lasts = [row.last for row in rows]
    hidden = [(row.first, row.last) for row in rows if row.kind == "gap"]
    marks: dict[tuple[int, Trouble], tuple[int, set[int]]] = {}
    for event, kind, lane in troubles(recording):
        if not any(first <= event <= last for first, last in hidden):
            step = min(bisect_left(events, event), len(events) - 1)
            marks.setdefault((bisect_left(lasts, event), kind), (step, set()))[1].add(lanes[lane])
    return {
        "folds": [(fold.row, fold.rows, fold.times) for fold in folds(recording, rows)],
        "marks": [(kind, step, sorted(whom)) for (_row, kind), (step, whom) in sorted(marks.items())],
        "waits": [(lanes[one], lanes[other], first, last) for one, other, first, last in waits(recording, rows)],
    }


def troubles(recording: Recording) -> Iterator[tuple[int, Trouble, int]]:
    """Yield the errors, the cancellations, the deadlines that strike: the event, what it is, and whom it concerns.

    Of an error, each call that it ends is told; of a deadline, no cancellation is.
    """
    for number, event in enumerate(recording.events):
        if event["ev"] == "raise" and not event.get("value", "").startswith(NO_FAULT):
            yield number, "error", recording.folded[event["lane"]]
    for number, strikes in recording.strikes.items():
        yield from ((number, "deadline", each.lane) for each in strikes)
    for span in cancellations(recording):
        if not {(lane, recording.time(span.first)) for lane in (span.lane, span.by)} & recording.struck:
            yield span.first, "cancelled", span.lane


def waits(recording: Recording, rows: Sequence[Beat]) -> list[tuple[int, int, int, int]]:
    """Return which lane waits for which other one, from the end of a row to the end of another one."""
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for number, row in enumerate(rows):
        for lane, others in waits_for(recording, row.last).items():
            for other in others:
                spans = found.setdefault((lane, other), [])
                first = spans.pop()[0] if spans and spans[-1][1] == number - 1 else number
                spans.append((first, number))
    return [(*pair, *span) for pair, spans in found.items() for span in spans]
