"""Finds groups of rows that come again and again: the same lines run, and only values, times, perhaps lanes differ.

Repetitions right behind each other are called tandem repeats; of those that begin at a row, the one is taken that
comes most often. Each row of the group is of the same lane each time, or of another one each time: fifty tasks that
begin one after the other are such a group, and the second round of the fifty is another.
"""
from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from whoruns.events import Event
from whoruns.story.beats import Beat
from whoruns.story.recording import Recording

TIMES, HIDDEN = 3, 9
"""So often a group of rows comes at least, and so many rows are hidden then at least."""
UNSEEN = frozenset({"moved", "step"})
"""Events that no row tells of."""


class Fold(NamedTuple):
    """A group of rows that repeats: the number of its first row, how many rows it has, and how often it comes."""

    row: int
    rows: int
    times: int

    @property
    def hidden(self) -> int:
        """How many rows are hidden if it is folded."""
        return self.rows * (self.times - 1)


def folds(recording: Recording, rows: Sequence[Beat]) -> list[Fold]:
    """Return the groups of these rows that repeat; no two have a row in common."""
    looks: dict[Hashable, int] = {}
    return list(repeats([(looks.setdefault(look(recording, row), len(looks)), row.lane) for row in rows]))


def look(recording: Recording, row: Beat) -> Hashable:
    """Return what a row has in common with those that are like it: all of it but lanes, values and times."""
    if row.kind in ("setup", "rest", "gap"):
        return row.kind, row.first
    told = [acts(event) for event in recording.events[row.first : row.last + 1] if event["ev"] not in UNSEEN]
    woken = any(number in recording.wakers for number in range(row.first, row.last + 1))
    return row.kind, tuple(told[:1] + [each for old, each in pairwise(told) if each != old]), woken


def acts(event: Event) -> Hashable:
    """Return what happens with an event: which line, what is asked for, and of which kind an error is."""
    error = event.get("value", "").partition("(")[0] if event["ev"] == "raise" or "thrown" in event else ""
    at = event["at"][0][:2] if event.get("at") else ()
    asked = "future" if "future" in event else event.get("request", [""])[0]
    return event["ev"], tuple(at), event.get("call"), asked, error, bool(event.get("rings"))


def repeats(rows: Sequence[tuple[int, int]]) -> Iterator[Fold]:
    """Yield the repeating groups of rows, from top to bottom; of each row it is given how it looks, and its lane."""
    places: dict[int, list[int]] = {}
    for place, (look_of_it, _lane) in enumerate(rows):
        places.setdefault(look_of_it, []).append(place)
    first = 0
    while first < len(rows):
        sizes = (place - first for place in places[rows[first][0]] if place > first)
        found = (Fold(first, size, times(rows, first, size)) for size in sizes if first + TIMES * size <= len(rows))
        best = max((fold for fold in found if fold.hidden >= HIDDEN), key=lambda fold: fold.times, default=None)
        if best and best.times >= TIMES:
            yield best
            first += best.rows * best.times
        else:
            first += 1


def times(rows: Sequence[tuple[int, int]], first: int, size: int) -> int:
    """Return how often a group of so many rows comes, from its first row on."""
    seen = [{lane} for _look, lane in rows[first : first + size]]
    again = 1
    while first + (again + 1) * size <= len(rows):
        group = rows[first + again * size : first + (again + 1) * size]
        if any(one[0] != other[0] for one, other in zip(group, rows[first : first + size])):
            break
        if any(len(before | {lane}) not in {1, again + 1} for before, (_look, lane) in zip(seen, group)):
            break
        for before, (_look, lane) in zip(seen, group):
            before.add(lane)
        again += 1
    return again
