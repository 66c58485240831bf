"""One replay of a recording: after each event, the lane in control, the states of all tasks, the items of the queues.

All that figure, table and stepper show is read from these moments, so they agree. An event costs what it changes: a
task that does nothing is not asked, a queue that has not changed is not read again.
"""
from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from whoruns.events import BEGINS, CANCELLED, ENDS, QUEUED, Event, Item, Lane, Nowhere, Queue, Spot, State
from whoruns.stretch import Change, kept, others, told_changes


class Stands(NamedTuple):
    """An item of a queue: the lane, its text, and whether it counts no more."""

    lane: int
    text: str
    cancelled: bool = False

    def __str__(self) -> str:
        return f"{CANCELLED} {self.text}" if self.cancelled else self.text


Queues = Mapping[str, tuple[Stands, ...]]
"""The items of each queue."""


class Course:
    """The states of a lane, one after the other, each from an event on."""

    def __init__(self) -> None:
        self.since: list[int] = []
        self.states: list[State] = []

    def add(self, number: int, state: State) -> None:
        """Let a state begin with an event; one that is so already goes on."""
        if not self.states or self.states[-1] != state:
            self.since.append(number)
            self.states.append(state)

    def at(self, number: int) -> int:
        """Return the place in the course of the state after an event."""
        return bisect_right(self.since, number) - 1

    def first(self, state: State) -> int | None:
        """Return the event with which a state begins for the first time."""
        return self.since[self.states.index(state)] if state in self.states else None

    def lose(self, number: int) -> None:
        """Let it be lost from an event on."""
        place = self.at(number - 1) + 1
        del self.since[place:], self.states[place:]
        self.add(number, "lost")


class States(Mapping[int, State]):
    """The state of each task after an event."""

    def __init__(self, courses: Mapping[int, Course], number: int) -> None:
        self._courses, self._number = courses, number

    def __getitem__(self, lane: int) -> State:
        course = self._courses[lane]
        return course.states[course.at(self._number)]

    def __iter__(self) -> Iterator[int]:
        return iter(self._courses)

    def __len__(self) -> int:
        return len(self._courses)


@dataclass
class Standing:
    """The items of the queues from an event on, as they are told; they are read when they are asked for."""

    told: Mapping[str, Sequence[Item]]
    folded: Sequence[int]
    before: Standing | None = None

    @cached_property
    def queues(self) -> Queues:
        """Return the items of each queue."""
        return {name: self._row(name) for name in self.told}

    def _row(self, name: str) -> tuple[Stands, ...]:
        """Return the items of a queue; if the earlier ones are known, only new ones are read."""
        known = self.before.queues.get(name, ()) if self.before and "queues" in self.before.__dict__ else ()
        old, items = self.before.told[name] if self.before and known else (), self.told[name]
        found: list[Stands] = []
        done = 0
        for start, place, length in [*kept(old, items), (0, len(items), 0)]:
            found += (stands(item, self.folded) for item in items[done:place])
            found += known[start : start + length]
            done = place + length
        return tuple(found)


@dataclass(slots=True)
class Moment:
    """The state of all after an event."""

    event: Event
    stack: tuple[int, ...]
    """The lanes that have been given control and have not given it back, the loop first."""
    caller: int | None
    """Of an event with which control comes to a lane: the lane that had it."""
    states: Mapping[int, State]
    standing: Standing
    standing_meanwhile: Standing
    at: tuple[Spot, ...]
    """The frames of the listings, the innermost first; of a peer's act, none."""
    callers: tuple[Spot, ...]
    """The same, and between and behind them the callers whose lines are not followed."""
    variables: Mapping[str, str]
    """Those of the innermost frame."""
    this: int
    """The number of the object that is its ``self``, or 0."""
    attributes: Mapping[str, str]
    """Those of this object."""
    printed: int
    """How many lines have been printed."""
    asleep: str
    """The call in which the process waits, if it does."""

    @property
    def queues(self) -> Queues:
        """Return the items of each queue; the same object as long as nothing is told of them."""
        return self.standing.queues

    @property
    def meanwhile(self) -> Queues:
        """Return their items for a moment, which change back before a task runs; mostly the same."""
        return self.standing_meanwhile.queues


@dataclass
class Replay:
    """Plays the events; `folded` gives for each lane the one it is shown in."""

    lanes: Sequence[Lane]
    events: Sequence[Event]
    queue_states: Mapping[str, Queue | Nowhere]
    folded: Sequence[int]
    levels: bool
    kernel: bool = False
    moments: list[Moment] = field(default_factory=list)
    """The moment after each event."""
    changes: dict[int, list[Change]] = field(default_factory=dict)
    """The items that came and went in the queues, by their events."""
    courses: dict[int, Course] = field(default_factory=dict)
    """For each task its states."""
    appears: dict[int, int] = field(default_factory=dict)
    """For each lane the first event at which it runs, or stands in a queue; not that a variable has it."""
    _stack: list[int] = field(default_factory=lambda: [0])
    _within: Counter[int] = field(default_factory=lambda: Counter([0]))
    """How often each lane is in the stack."""
    _seen: dict[int, State] = field(default_factory=dict)
    """The state of each task that has no control and stands in no queue."""
    _there: dict[int, Counter[State]] = field(default_factory=dict)
    """How often each task stands in a queue that gives it a state."""
    _calls: set[int] = field(default_factory=set)
    _astray: Counter[int] = field(default_factory=Counter)
    """How often each lane stands in a queue for a socket that is not watched."""
    _unwatched: dict[int, list[int]] = field(default_factory=dict)
    """The events from which on a lane is unwatched in a queue, and from which on it is not, in turns."""

    def __post_init__(self) -> None:
        shown = sorted(set(self.folded))
        tasks = [lane for lane in shown if lane and self.lanes[lane]["kind"] in ("task", "call")]
        self._calls = {lane for lane in tasks if self.lanes[lane]["kind"] == "call"}
        self.courses = {lane: Course() for lane in tasks}
        self._play()
        self._lose()

    def _play(self) -> None:
        last = {self.folded[event["lane"]]: number for number, event in enumerate(self.events)}
        variables: dict[int, Mapping[str, str]] = {}  # by number of a frame
        selves: dict[int, int] = {}
        objects: dict[int, Mapping[str, str]] = {}
        standing = Standing({}, self.folded)
        printed, asleep = 0, ""
        stack: tuple[int, ...] = (0,)
        touched = set(self.courses)
        for number, event in enumerate(self.events):
            kind, callers = event["ev"], tuple(event.get("at", ()))
            at = tuple(spot for spot in callers if spot[0] >= 0)
            touched |= {self._stack[-1], self.folded[event["lane"]]}
            caller = self._move(event, number, last)
            meanwhile = standing
            if "queues" in event:
                meanwhile = Standing(event["queues"], self.folded, standing)
                changes = told_changes(standing.told, meanwhile.told)
                for _name, item, by in changes:
                    if by > 0:
                        self.appears.setdefault(self.folded[item[0]], number)
                if kind != "moved":
                    standing = meanwhile
                    self.changes[number] = changes
                    touched |= self._come_and_go(changes)
                    self._watch(changes, number)
            self.appears.setdefault(self.folded[event["lane"]], number)
            frame = at[0][2] if at else 0
            if "vars" in event:
                variables[frame] = event["vars"]
            if "this" in event:
                selves[frame] = event["this"]
            for told, attributes in event.get("objects", {}).items():
                objects[int(told)] = attributes
            this = selves.get(frame, 0)
            printed += kind == "print"
            asleep = event.get("call", "") if kind == "waits" else "" if kind == "wakes" else asleep
            touched.add(self._stack[-1])
            for lane in touched:
                if lane in self.courses:
                    self.courses[lane].add(number, self._state(lane, asleep))
            touched.clear()
            stack = stack if kind not in BEGINS | ENDS else tuple(self._stack)
            self.moments.append(Moment(
                event, stack, caller, States(self.courses, number), standing, meanwhile, at, callers,
                variables.get(frame, {}) if at else {}, this, objects.get(this, {}), printed, asleep,
            ))

    def _watch(self, changes: Sequence[Change], number: int) -> None:
        """Note the lanes that stand in a queue for a socket that is not watched any more."""
        for _name, item, by in changes:
            if "unwatched" in item[2:]:
                self._astray[self.folded[item[0]]] += by
        for lane in {self.folded[item[0]] for _name, item, _by in changes}:
            ends = self._unwatched.setdefault(lane, [])
            if bool(self._astray[lane]) != bool(len(ends) % 2):
                ends.append(number)

    def _lose(self) -> None:
        """A task that waits to the end for an unwatched socket, or in no queue, is lost from then on."""
        for task, course in self.courses.items() if self.queue_states else ():
            ends, since = self._unwatched.get(task, []), None
            for number in sorted({*course.since, *ends}, reverse=True) if task not in self._calls else ():
                out = course.states[course.at(number)] in ("held", "taken") or bisect_right(ends, number) % 2
                if not out or task in self.moments[number].stack:
                    break
                since = number
            if since is not None:
                course.lose(since)

    def _move(self, event: Event, number: int, last: Mapping[int, int]) -> int | None:
        """Let control come or go; return the lane that it comes from."""
        kind, lane = event["ev"], self.folded[event["lane"]]
        if kind in ("made", "dropped"):
            self._seen[lane] = kind
        elif kind in BEGINS:
            caller = self._stack[-1] if self._stack[-1] != lane else None
            self._stack.append(lane)
            self._within[lane] += 1
            return caller
        elif kind in ENDS:
            if len(self._stack) > 1:
                self._within[self._stack.pop()] -= 1
            if self._within[lane] or lane in self._calls:
                return None
            over = kind in ("return", "raise")
            if over and self._goes_on(lane, number):  # in what has awaited it
                self._seen[lane] = "held"
            elif over or (kind == "step" and last[lane] == number):
                self._seen[lane] = "done"
            elif kind == "preempted":
                self._seen[lane] = "ready"
            elif kind == "step":
                self._seen[lane] = "core"
            else:
                passed_on = self.levels and self.events[number - 1]["ev"] == "yield"
                self._seen[lane] = "calls" if passed_on else "held"
        return None

    def _goes_on(self, lane: int, number: int) -> bool:
        """Say whether a task is resumed by the very next event."""
        after = self.events[number + 1] if number + 1 < len(self.events) else None
        return after is not None and after["ev"] == "resume" and self.folded[after["lane"]] == lane

    def _come_and_go(self, changes: Sequence[Change]) -> set[int]:
        """Note the places of lanes; one that has left a queue, and is in none, has been taken out. Return the lanes."""
        before: dict[int, bool] = {}
        for name, item, by in changes:
            lane, state, gone = self.folded[item[0]], self.queue_states[name], "cancelled" in item[2:]
            there = self._there.setdefault(lane, Counter())
            before.setdefault(lane, any(there.values()))
            if state and not (gone and self.kernel):  # of a kernel, an entry that counts no more gives none
                there["cancelled" if gone else state] += by
        for lane, stood in before.items():
            left = stood and not any(self._there[lane].values())
            if left and self._seen.get(lane) != "done" and not self._within[lane] and lane not in self._calls:
                self._seen[lane] = "taken"
        return set(before)

    def _state(self, task: int, asleep: str) -> State:
        """Return the state of a task now; one that stands in several queues has that of the first of QUEUED."""
        if task == self._stack[-1]:
            return "run" if not asleep else "sleep" if asleep == "sleep" else "read"
        if self._within[task]:
            return "calls"
        seen, there = self._seen.get(task, "none"), self._there.get(task, Counter())
        if seen == "done":
            return "done"
        return next((state for state in QUEUED if there[state] > 0), "none" if task in self._calls else seen)


def stands(item: Item, folded: Sequence[int]) -> Stands:
    """Return the item of a queue."""
    return Stands(folded[item[0]], item[1], "cancelled" in item[2:])


def queue_changes(before: Queues, now: Queues) -> tuple[list[tuple[str, Stands]], list[tuple[str, Stands]], list[str]]:
    """Return (queue, item) of those that have left a queue, of those that came, and the texts of those that stayed,
    and count no more."""
    left, entered = gone(before, now), gone(now, before)
    marked = {(queue, item): (queue, item._replace(cancelled=True)) for queue, item in left}
    cancelled = [each for each in left if marked[each] in entered]
    entered = [each for each in entered if each not in [marked[other] for other in cancelled]]
    return [each for each in left if each not in cancelled], entered, [item.text for _queue, item in cancelled]


def gone(before: Queues, now: Queues) -> list[tuple[str, Stands]]:
    """Return (queue, item) of the items that are in `before` and not in `now`, or more often."""
    missing: list[tuple[str, Stands]] = []
    for name, items in before.items():
        there = now.get(name, ())
        same = kept(items, there)
        left = Counter(others(items, [(start, length) for start, _place, length in same]))
        left -= Counter(others(there, [(place, length) for _start, place, length in same]))
        missing += [(name, item) for item in left.elements()]
    return missing


def fold_lanes(count: int, events: list[Event], levels: bool) -> tuple[int, ...]:
    """Return for each lane the outermost lane that it runs inside of."""
    outer = list(range(count))
    stack = [0]
    started = set()
    for event in [] if levels else events:
        lane = event["lane"]
        if event["ev"] in BEGINS:
            if stack[-1] != 0 and lane not in started and "eager" not in event:
                outer[lane] = outer[stack[-1]]
            started.add(lane)
            stack.append(lane)
        elif event["ev"] in ENDS and len(stack) > 1:
            stack.pop()
    return tuple(outer)
