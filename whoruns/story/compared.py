"""Two runs of the same program, one of them edited: which rows are not as they were recorded.

A row is compared as a reader sees it: the runner, the events, the queues, the states of all tasks then, and
the time. Lines and values are not compared: they may be others without anything happening in another way. The rows
of both are laid side by side as ``difflib`` does it with the lines of files. One that only comes later than it was
recorded, as those before it do, is not another one.
"""
from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from math import isclose
from typing import NamedTuple

from whoruns.story.beats import Beat
from whoruns.story.recording import Recording
from whoruns.story.sentences import happening, line_up, seconds, who, whose
from whoruns.wording import _

NUMBER = re.compile(r"\d+(?:\.\d+)?")
OBJECT = re.compile(r"<[^<>]*>")
"""It may have a number, which says how many there were before it."""


class Seen(NamedTuple):
    """A row as a reader sees it."""

    who: str
    happens: tuple[str, ...]
    queues: str
    states: tuple[tuple[str, str], ...]
    time: float


def rows(recording: Recording, beats: Sequence[Beat]) -> list[Seen]:
    """Return each row as a reader sees it."""
    events = [step.event for step in recording.steps]
    return [
        Seen(
            whose(recording, beat.lane),
            tuple(
                text for number in range(bisect_left(events, beat.first), bisect_right(events, beat.last))
                if beat.kind != "gap" and (text := happening(recording, number, then=False))
            ),
            line_up(moment.queues),
            tuple((who(recording, task), state) for task, state in moment.states.items() if state != "none"),
            recording.time(beat.last),
        )
        for beat in beats
        for moment in [recording.moments[beat.last]]
    ]


def differing(kept: Sequence[Seen], new: Sequence[Seen], words: str = "") -> tuple[list[int], str]:
    """Return the numbers of the new rows that are not as they were, and the difference of the first of them in words.

    `words`: a sentence with places for the number of the `row`, and what it is `now` and was `before`.

    A row that is missing is marked at the one that has come into its place, or at the last. Nothing and no words: all
    is as it was.
    """
    stretches = SequenceMatcher(None, [*map(outline, kept)], [*map(outline, new)], autojunk=False).get_opcodes()
    changes = []
    late: float | None = 0  # how much later than recorded the row before has come; None: it is another one
    for kind, old, end, first, last in stretches:
        if kind != "equal":
            changes.append((old, first, last))
            late = None
            continue
        for at, row in zip(range(old, end), range(first, last)):
            later = new[row].time - kept[at].time
            if not isclose(later, later if late is None else late, abs_tol=1e-6) or not alike(kept[at], new[row]):
                changes.append((at, row, row + 1))
            late = later
    if not changes:
        return [], ""
    end = len(new) - 1
    found = {min(row, end) for _old, first, last in changes for row in range(first, max(last, first + 1))}
    old, first, _last = changes[0]
    here, there = (each[at] if at < len(each) else None for each, at in ((new, first), (kept, old)))
    now, before = tell(here, there), tell(there, here)
    words = words or _("Row {row} is the first that differs. Now: {now}. In the recorded run: {before}.")
    return sorted(found), words.format(row=first + 1, now=now, before=before)


def outline(row: Seen) -> tuple[object, ...]:
    """Return the sight of a row, but for all numbers."""
    return row.who, *(NUMBER.sub("0", text) for text in row.happens), NUMBER.sub("0", row.queues), row.states


def alike(was: Seen, now: Seen) -> bool:
    """Does the same happen in two rows of the same outline? A time in it may be as much later as the row."""
    later = now.time - was.time
    numbers = zip(*(NUMBER.findall(OBJECT.sub("", "; ".join(row.happens))) for row in (was, now)))
    return all(old == new or isclose(float(new) - float(old), later, abs_tol=1e-6) for old, new in numbers)


def tell(row: Seen | None, other: Seen | None) -> str:
    """Return the difference of a row from the other one: the first sentence, else the queues, or the time."""
    if row is None:
        return _("the run is over")
    theirs = other.happens if other is not None and other.who == row.who else ()
    for mine, its in zip_longest(row.happens, theirs):
        if mine != its:
            return _("{who}: {what}").format(who=row.who, what=mine or _("nothing else"))
    same_time = other is not None and other.time == row.time
    return _("{who}: {what}").format(who=row.who, what=(same_time and row.queues) or seconds(row.time))
