"""Beats: the rows of a figure. The drawing, the table and the steps take them from here, so they agree.

A beat is what one person does, all that a task does before somebody else runs or time goes by, or a stretch in which
the process waits. What the loop does belongs to the beat before. Each event is in exactly one beat.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Literal

from whoruns.events import ACTS
from whoruns.story.recording import Recording
from whoruns.story.turns import Turn

Kind = Literal[
    "setup",  # what goes before the story
    "act",  # a person does something
    "turn",  # somebody runs
    "wait",  # the process waits, and time goes by
    "leap",  # a virtual clock is moved: time goes by, and nobody waits
    "rest",  # what comes after the story
]

TOLD = frozenset({"print", "log"})
"""Events for which also the loop has a row of its own, where no persons say what happens."""


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


def beats(recording: Recording, since: float = 0, until: float = inf) -> tuple[Beat, ...]:
    """Fold a recording into rows; what happens before second `since`, or after `until`, is one row without a story."""
    found: list[Beat] = []
    for turn in recording.turns:
        for first, last in pieces(recording, turn):
            kind = begins(recording, turn, first, found, since)
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
    return tuple(found)


def pieces(recording: Recording, turn: Turn) -> Iterator[tuple[int, int]]:
    """Cut a turn where the clock is moved."""
    cuts = [turn.first, *(number for number in range(turn.first + 1, turn.last + 1) if number in recording.leaps)]
    yield from zip(cuts, [*(cut - 1 for cut in cuts[1:]), turn.last])


def begins(recording: Recording, turn: Turn, first: int, before: Sequence[Beat], since: float) -> Kind | None:
    """Say of which kind the row is that begins with an event, or None if that goes on with the one before."""
    kind = recording.events[first]["ev"]
    if first in recording.leaps and turn.lane <= 0:
        return "leap"
    old = before[-1] if before else Beat("setup", 0, 0, -1)
    again = old.lane == turn.lane and old.kind in ("act", "turn")
    if old.kind == "setup":
        if lasts(recording, first):
            return "wait"
        if turn.lane in recording.tasks and kind not in ACTS:
            return "turn"
        if kind in ACTS and 0 < since <= recording.time(first):
            return "act"
        return None if before else "setup"
    later = recording.time(old.last) < recording.time(first)
    if kind == "receives" and old.kind == "wait" and recording.moments[first].asleep:
        return None  # nobody else hears of it
    if kind in ACTS:
        return None if again and old.kind == "act" and not later else "act"
    if lasts(recording, first) or (kind == "wakes" and later and old.kind != "wait"):
        return "wait"
    if all(event["ev"] == "step" for event in recording.events[first : turn.last + 1]):
        return None  # calls are over, and no line is run
    if turn.lane in recording.tasks:
        merged = again and old.kind == "turn" and turn.lane not in recording.calls and not recording.levels
        return None if merged else "turn"
    if recording.recorded and turn.lane == 0:
        return None if again and old.kind == "turn" else "turn"
    told = any(recording.events[number]["ev"] in TOLD for number in range(first, turn.last + 1))
    persons = any(lane["kind"] == "peer" for lane in recording.lanes)
    return "turn" if turn.lane == 0 and told and not persons and not (again and old.kind == "turn") else None


def lasts(recording: Recording, first: int) -> bool:
    """Say whether the process waits from an event on, and time goes by, or for ever."""
    ever = bool(recording.moments[-1].asleep) and recording.waits[-1].first == first
    return ever or any(wait.first == first and wait.end > wait.start for wait in recording.waits)


def own_end(recording: Recording, row: Beat) -> int:
    """Return the last event of whoever has a row; what comes after is done by the loop, and leads to the next row."""
    own = (n for n in range(row.last, row.first, -1) if recording.folded[recording.events[n]["lane"]] == row.lane)
    return next(own, row.first)
