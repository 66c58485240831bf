"""Who holds a lock, or a place of a semaphore, for which somebody waits meanwhile: from when to when, and who waits."""
from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from whoruns.events import Event
from whoruns.story.replay import Course

ASKING = ("run", "pass", "calls", "held")
"""States of a lane that has asked for something, and is not yet where it waits."""


class Waits(NamedTuple):
    """A lane waits for a lock from event `first` on, and no more at event `last`; the lock is called `name`."""

    lane: int
    name: str
    first: int
    last: int


class Hold(NamedTuple):
    """A lane holds something from event `first` on, and no more at event `last`, or at the end of all."""

    lane: int
    name: str
    first: int
    last: int
    waits: tuple[Waits, ...]
    """Those who wait for it meanwhile; there is one at least."""

    def waiting(self, number: int) -> list[int]:
        """Return the lanes that wait for it after an event, in the order in which they came."""
        return [each.lane for each in self.waits if each.first <= number < each.last]


def holds(events: Sequence[Event], courses: Mapping[int, Course], folded: Sequence[int]) -> list[Hold]:
    """Return them, in the order in which they begin. A lane that has two places of a semaphore holds it twice."""
    waits = waits_of(events, courses, folded)
    held: dict[int, Counter[int]] = {}
    open_now: dict[tuple[int, int], list[int]] = {}
    spans: list[tuple[int, int, int, int]] = []
    for number, event in enumerate(events):
        for key, lanes in event.get("holders", {}).items():
            lock, now = int(key), Counter(folded[lane] for lane in lanes)
            before, held[lock] = held.get(lock, Counter()), now
            for lane in (before - now).elements():
                spans.append((lock, lane, open_now[lock, lane].pop(0), number))
            for lane in (now - before).elements():
                open_now.setdefault((lock, lane), []).append(number)
    spans += [(*key, first, len(events)) for key, begun in open_now.items() for first in begun]
    found = []
    for lock, lane, first, last in sorted(spans, key=lambda span: span[2:]):
        here = waits.get(lock, [])
        those = tuple(each for each in here[: bisect_left(here, last, key=first_of)] if each.last > first)
        found += [Hold(lane, those[0].name, first, last, those)] if those else []
    return found


def first_of(waits: Waits) -> int:
    """Return the event with which a wait begins."""
    return waits.first


def waits_of(
    events: Sequence[Event], courses: Mapping[int, Course], folded: Sequence[int]
) -> dict[int, list[Waits]]:
    """Return who waits for each lock, by its number, in the order in which they came."""
    found: dict[int, list[Waits]] = {}
    for number, event in enumerate(events):
        lane = folded[event["lane"]]
        if "lock" not in event or lane not in courses:
            continue
        here = found.setdefault(event["inside"], [])
        if not (here and here[-1].lane == lane and number < here[-1].last):  # else it is passed on
            here.append(Waits(lane, event["lock"], number, end_of(courses[lane], number)))
    return found


def end_of(course: Course, number: int) -> int:
    """Return the event with which a lane waits no more that asks for a lock at an event, or one beyond all."""
    place = course.at(number)
    while place < len(course.states) and course.states[place] in ASKING:
        place += 1
    if place < len(course.states) and course.states[place] != "read":
        return number  # it is asked to end at once
    return course.since[place + 1] if place + 1 < len(course.states) else 1 << 60
