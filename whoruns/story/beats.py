"""Beats: the rows of a figure. The drawing, the table and the steps take them from here, so they agree.

A beat is an act of a person, all that a task does before another one runs or time goes by, or a stretch in which
the process waits. The loop's work belongs to the beat before. Each event is in exactly one beat. Of a long run there
are the first beats and the last ones; those between them are one. Where only the end of a run is kept, there are the
last ones, and one for all before.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Literal, NamedTuple

from whoruns.events import ACTS
from whoruns.story.recording import Recording
from whoruns.story.turns import Turn
from whoruns.wording import _

Kind = Literal[
    "setup",  # what goes before the story
    "act",  # a person does something
    "turn",  # somebody runs
    "wait",  # the process waits, and time goes by
    "leap",  # a virtual clock is moved: time goes by, and nobody waits
    "rest",  # what comes after the story
    "gap",  # rows that are left out, since there are too many
]
Nature = Literal["leap", "act", "wait", "wakes", "over", "task", "loop", ""]
"""The kind of a stretch: "over" are calls that are over, "" is one that has no row."""
ROWS: dict[Nature, Kind] = {
    "leap": "leap", "act": "act", "wait": "wait", "wakes": "wait", "over": "turn", "task": "turn", "loop": "turn",
}
"""The row that such a stretch begins, if it does not go on with the one before."""


class Most(NamedTuple):
    """So many rows at the beginning, and at the end, are shown of a longer run."""

    first: int
    last: int


FEW, MANY = Most(300, 100), Most(1500, 500)
"""Where a reader's page records, which is slow; in a page that is written once."""

TOLD = frozenset({"print", "log"})
"""Events for which also the loop has a row of its own, where no persons speak."""


@dataclass
class Beat:
    """A row: events first..last of the recording."""

    kind: Kind
    lane: int
    first: int
    last: int
    passing: bool = False
    """A value is passed on, and no line of the lane is run."""
    turns: list[Turn] = field(default_factory=list)
    """Those of the lane: it may get control several times before anybody else does."""
    rows: int = 1
    """How many rows it stands for: of a gap, those that are left out; 0 if that is not known."""


def beats(recording: Recording, since: float = 0, until: float = inf, most: Most = FEW) -> tuple[Beat, ...]:
    """Fold a recording into rows; events before second `since`, or after `until`, are one row without a story."""
    found = every_beat(recording, since, until)
    number = len(found) - most.first - most.last
    if recording.earlier:
        stand = next((row for row, beat in enumerate(found) if beat.first >= recording.stands), len(found))
        number = max(number, stand)
        if number > 0:
            found[:number] = [Beat("gap", 0, 0, found[number - 1].last, rows=0)]
    elif number > 1:
        gap = found[most.first : -most.last]
        found[most.first : -most.last] = [Beat("gap", 0, gap[0].first, gap[-1].last, rows=number)]
    return tuple(found)


def shown_rows(recording: Recording, most: Most = FEW) -> str:
    """Say which rows are shown of a long run; nothing if all are."""
    if recording.earlier:
        rows = beats(recording, most=most)
        words = _("The last {number} rows are shown; {events} events went before.")
        before = recording.went_before(rows[0].last) if rows[0].kind == "gap" else 0
        return words.format(number=len(rows) - 1, events=before) if before else ""
    left_out = [row.rows for row in beats(recording, most=most) if row.kind == "gap"]
    words = _("The first {first} rows and the last {last} are shown; {number} rows between them are left out.")
    return words.format(first=most.first, last=most.last, number=left_out[0]) if left_out else ""


def every_beat(recording: Recording, since: float, until: float) -> list[Beat]:
    """Return all rows."""
    found: list[Beat] = []
    for turn in recording.turns:
        for first, last in pieces(recording, turn):
            kind = begins(recording, turn, first, found, since)
            if 0 < first == recording.stands:
                kind = kind or "turn"
            if kind and not (found and found[-1].kind == "rest"):
                over = recording.time(first) > until or (kind == "wait" and recording.time(first) == until)
                kind = "rest" if over or first > recording.last_event else kind
                found.append(Beat(kind, max(turn.lane, 0), first, last, turn.passing))
            row = found[-1]
            row.last = last
            if row.kind == "turn" and row.lane == turn.lane:
                goes_on = row.turns and (not row.turns[-1].end or row.turns[-1] is turn)  # a leap has cut it
                row.turns[-1 if goes_on else len(row.turns) :] = [turn]
            if row.kind == "setup" or (len(found) <= 2 and recording.time(first) < since):
                found[:] = [Beat("setup", 0, 0, last)]
    return found


def pieces(recording: Recording, turn: Turn) -> Iterator[tuple[int, int]]:
    """Cut a turn where the clock is moved."""
    cuts = [turn.first, *(number for number in range(turn.first + 1, turn.last + 1) if number in recording.leaps)]
    yield from zip(cuts, [*(cut - 1 for cut in cuts[1:]), turn.last])


def nature(recording: Recording, turn: Turn, first: int) -> Nature:
    """Return the nature of the stretch that begins with an event."""
    kind = recording.events[first]["ev"]
    if first in recording.leaps and turn.lane <= 0:
        return "leap"
    if kind in ACTS:
        return "act"
    if first in recording.lasting:
        return "wait"
    if kind == "wakes":
        return "wakes"
    kinds = {recording.events[number]["ev"] for number in range(first, turn.last + 1)}
    if kinds == {"step"}:
        return "over"
    if turn.lane in recording.courses:
        return "task"
    told = bool(recording.recorded or (kinds & TOLD and not recording.persons))
    return "loop" if turn.lane == 0 and told else ""


def begins(recording: Recording, turn: Turn, first: int, before: Sequence[Beat], since: float) -> Kind | None:
    """Say of which kind the row is that begins with an event, or None if that goes on with the one before."""
    what = nature(recording, turn, first)
    old = before[-1] if before else Beat("setup", 0, 0, -1)
    if old.kind == "setup" and what != "leap":
        acts = what == "act" and 0 < since <= recording.time(first)
        runs = what in ("task", "over") and turn.lane in recording.courses
        return ROWS[what] if what == "wait" or acts or runs else None if before else "setup"
    again = old.lane == turn.lane and old.kind in ("act", "turn")
    later = recording.time(old.last) < recording.time(first)
    unheard = recording.events[first]["ev"] == "receives" and old.kind == "wait" and recording.moments[first].asleep
    goes_on = {
        "leap": False, "wait": False, "over": True, "": True,
        "act": bool(unheard) or (again and old.kind == "act" and not later),
        "wakes": old.kind == "wait" or not later,
        "task": again and old.kind == "turn" and turn.lane not in recording.calls and not recording.levels,
        "loop": again and old.kind == "turn",
    }
    return None if goes_on[what] else ROWS[what]


def own_end(recording: Recording, row: Beat) -> int:
    """Return the last event of a row's own lane; later ones are the loop's, and lead to the next row."""
    own = (n for n in range(row.last, row.first, -1) if recording.folded[recording.events[n]["lane"]] == row.lane)
    return next(own, row.first)
