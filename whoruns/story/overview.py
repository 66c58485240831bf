"""What helps in a large drawing: errors, cancellations, deadlines, rows that repeat, who waits for whom, and how long.

Rows, steps and lanes have their numbers in the data of the steps (``steps.py``).
"""
from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Literal, TypedDict

from whoruns.events import NO_FAULT, value_of
from whoruns.story.beats import Beat
from whoruns.story.folding import folds
from whoruns.story.recording import Recording
from whoruns.story.sentences import FEW, cancels, ended, seconds, shortened, strikes, who
from whoruns.story.spans import cancellations, over, states
from whoruns.story.steps import lanes_of, shown_steps
from whoruns.story.waiting import at, called, place_of, request, waits_for
from whoruns.text import brief
from whoruns.wording import _

LANES, ROWS = 8, 60
"""A drawing with more of one of them is large."""

Trouble = Literal["error", "cancelled", "deadline"]


class Overview(TypedDict):
    """The data of a drawing in which one has to find one's way, beside those of its steps."""

    folds: list[tuple[int, int, int]]
    """Of each group of rows that repeats its first row, how many rows it has, and how often it comes."""
    marks: list[tuple[Trouble, int, list[int], str]]
    """Of each row and kind of trouble in it that kind, the step at which it is so first, the lanes, and the words."""
    waits: list[tuple[int, int, int, int]]
    """A lane, one that it waits for, and the first row and the last one at the end of which that is so."""
    asks: list[tuple[int, int, int, str, float, float | None]]
    """Of each wait the lane, these rows, what it waits for and where, and the seconds since when, and for how long.

    A wait that does not end has no length.
    """
    ends: list[tuple[int, int, str]]
    """Of each lane that ends the step at which it does, and how."""


def overview(recording: Recording, rows: Sequence[Beat]) -> Overview | None:
    """Return the data of a drawing with these rows, in the language that is spoken.

    Return None if it is small enough to be seen at once, and has no troubles.
    """
    found = list(troubles(recording))
    if len(recording.tasks) <= LANES and len(rows) <= ROWS and not found:
        return None
    lanes = lanes_of(recording)
    events = [recording.steps[number].event for number in shown_steps(recording, rows)]
    lasts = [row.last for row in rows]
    hidden = [(row.first, row.last) for row in rows if row.kind == "gap"]
    marks: dict[tuple[int, Trouble], tuple[int, dict[int, str]]] = {}
    for event, kind, lane, words in found:
        if not any(first <= event <= last for first, last in hidden):
            step = min(bisect_left(events, event), len(events) - 1)
            marks.setdefault((bisect_left(lasts, event), kind), (step, {}))[1].setdefault(lanes[lane], words)
    return {
        "folds": [(fold.row, fold.rows, fold.times) for fold in folds(recording, rows)],
        "marks": [
            (kind, step, sorted(whom), brief("; ".join(shortened([*dict.fromkeys(whom.values())], FEW))))
            for (_row, kind), (step, whom) in sorted(marks.items(), key=lambda each: each[0])
        ],
        "waits": [(lanes[one], lanes[other], first, last) for one, other, first, last in waits(recording, rows)],
        "asks": list(asks(recording, lasts)),
        "ends": [
            (lanes[lane], min(bisect_left(events, event), len(events) - 1), words)
            for lane, event, words in ends(recording)
        ],
    }


def troubles(recording: Recording) -> Iterator[tuple[int, Trouble, int, str]]:
    """Yield the errors, the cancellations, the deadlines that strike: the event, what it is, whom it concerns, words.

    Of an error, each call that it ends is told; of a deadline, no cancellation is.
    """
    for number, event in enumerate(recording.events):
        if event["ev"] == "raise" and not (value := event.get("value", "")).startswith(NO_FAULT):
            lane = recording.folded[event["lane"]]
            yield number, "error", lane, _("{who}: {what}").format(who=who(recording, lane), what=value)
    for number, struck in recording.strikes.items():
        yield from ((number, "deadline", each.lane, strikes(recording, each)) for each in struck)
    for span in cancellations(recording):
        if not {(lane, recording.time(span.first)) for lane in (span.lane, span.by)} & recording.struck:
            yield span.first, "cancelled", span.lane, cancels(recording, span.by, span.lane)


def asks(recording: Recording, lasts: Sequence[int]) -> Iterator[tuple[int, int, int, str, float, float | None]]:
    """Yield the waits that last from one row to another, as in the data; of each row the last event is given."""
    for place, lane in enumerate(recording.tasks):  # they come first in the data
        for span in states(recording, lane):
            asked = request(recording, lane, span.first) if span.value == "read" else None
            first, end = bisect_left(lasts, span.first), bisect_left(lasts, span.last)
            if asked is not None and first < end:
                what = brief(at(called(recording.events[asked]), place_of(recording, lane, span.first)))
                since = recording.time(span.first)
                lasting = None if span.last == len(recording.events) else round(recording.time(span.last) - since, 9)
                yield place, first, end - 1, what, since, lasting


def ends(recording: Recording) -> Iterator[tuple[int, int, str]]:
    """Yield for each lane that ends the event with which it does, and when and how, in words."""
    cancelled = {(span.lane, span.last): span.by for span in cancellations(recording)}
    for lane in recording.tasks:
        number = over(recording, lane)
        if number < len(recording.events):
            event = recording.events[number]
            words = ended(recording, event["ev"], value_of(event))
            if event.get("value", "").startswith("CancelledError") and (lane, number) in cancelled:
                words = cancels(recording, cancelled[lane, number], lane)
            yield lane, number, _("{who}: {what}").format(who=seconds(recording.time(number)), what=words)


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
