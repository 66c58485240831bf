"""One replay of a recording: after each event, who has control, in which state everybody is, what stands in the queues.

All that figure, table and stepper show is read from these moments, so they agree.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from whoruns.events import BEGINS, CANCELLED, ENDS, QUEUED, Event, Item, Lane, Nowhere, Queue, Spot, State


class Stands(NamedTuple):
    """Who stands in a queue: the lane, what is written for it, and whether that counts no more."""

    lane: int
    text: str
    cancelled: bool = False

    def __str__(self) -> str:
        return f"{CANCELLED} {self.text}" if self.cancelled else self.text


Queues = Mapping[str, tuple[Stands, ...]]
"""What stands in each queue."""


@dataclass(frozen=True)
class Moment:
    """What is so after an event."""

    event: Event
    stack: tuple[int, ...]
    """The lanes that have been given control and have not given it back, the loop first."""
    caller: int | None
    """Of an event with which control comes to a lane: the lane that had it."""
    states: dict[int, State]
    queues: Queues
    meanwhile: Queues
    """What stands in them for a moment, and is otherwise again before anybody runs; mostly the same."""
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
    unwatched: frozenset[int]
    """The lanes that stand in a queue of those who wait, for something that nobody watches any more."""


@dataclass
class Replay:
    """Plays the events; `folded` gives for each lane the one it is shown in."""

    lanes: Sequence[Lane]
    events: Sequence[Event]
    queue_states: Mapping[str, Queue | Nowhere]
    folded: Sequence[int]
    levels: bool
    kernel: bool = False
    _stack: list[int] = field(default_factory=lambda: [0])
    _seen: dict[int, State] = field(default_factory=dict)
    """The state of each task that has no control and stands in no queue."""
    _calls: set[int] = field(default_factory=set)

    def play(self) -> list[Moment]:
        """Return the moment after each event."""
        shown = sorted(set(self.folded))
        tasks = [lane for lane in shown if lane and self.lanes[lane]["kind"] in ("task", "call")]
        self._calls = {lane for lane in tasks if self.lanes[lane]["kind"] == "call"}
        last = {self.folded[event["lane"]]: number for number, event in enumerate(self.events)}
        variables: dict[int, Mapping[str, str]] = {}  # by number of a frame
        selves: dict[int, int] = {}
        objects: dict[int, Mapping[str, str]] = {}
        moments: list[Moment] = []
        queues: Queues = {}
        printed, asleep, unwatched = 0, "", frozenset[int]()
        for number, event in enumerate(self.events):
            kind, callers = event["ev"], tuple(event.get("at", ()))
            at = tuple(spot for spot in callers if spot[0] >= 0)
            caller = self._move(event, number, last)
            meanwhile = {name: self._items(items) for name, items in event.get("queues", {}).items()}
            if "queues" in event and kind != "moved":
                before, queues = queues, meanwhile
                self._leave_queues(before, queues)
                items = [item for items in event["queues"].values() for item in items]
                unwatched = frozenset(self.folded[item[0]] for item in items if "unwatched" in item[2:])
            frame = at[0][2] if at else 0
            variables |= {frame: event["vars"]} if "vars" in event else {}
            selves |= {frame: event["this"]} if "this" in event else {}
            objects |= {int(this): attributes for this, attributes in event.get("objects", {}).items()}
            this = selves.get(frame, 0)
            printed += kind == "print"
            asleep = event.get("call", "") if kind == "waits" else "" if kind == "wakes" else asleep
            moments.append(Moment(
                event, tuple(self._stack), caller, self._states(tasks, queues, asleep), queues,
                meanwhile or queues, at, callers,
                variables.get(frame, {}) if at else {}, this, objects.get(this, {}), printed, asleep, unwatched,
            ))
        self._lose(moments)
        return moments

    def _lose(self, moments: Sequence[Moment]) -> None:
        """Whoever waits to the end for what nobody watches, or stands in no queue to the end, is lost from then on."""
        if not self.queue_states:
            return
        for task in set(moments[-1].states) - self._calls:
            for moment in reversed(moments):
                out = moment.states[task] in ("held", "taken") or task in moment.unwatched
                if not out or task in moment.stack:
                    break
                moment.states[task] = "lost"

    def _items(self, items: Sequence[Item]) -> tuple[Stands, ...]:
        return tuple(Stands(self.folded[item[0]], item[1], "cancelled" in item[2:]) for item in items)

    def _counting(self, queues: Queues) -> Iterator[tuple[State, Stands]]:
        """Yield who is in a state because of a queue; of a kernel, an entry that counts no more gives none."""
        for name, items in queues.items():
            state = self.queue_states[name]
            for item in items:
                if state and not (item.cancelled and self.kernel):
                    yield "cancelled" if item.cancelled else state, item

    def _move(self, event: Event, number: int, last: Mapping[int, int]) -> int | None:
        """Let control come or go; return the lane that it comes from."""
        kind, lane = event["ev"], self.folded[event["lane"]]
        if kind in ("made", "dropped"):
            self._seen[lane] = kind
        elif kind in BEGINS:
            caller = self._stack[-1] if self._stack[-1] != lane else None
            self._stack.append(lane)
            return caller
        elif kind in ENDS:
            if len(self._stack) > 1:
                self._stack.pop()
            if lane in self._stack or lane in self._calls:
                return None
            if kind in ("return", "raise") or (kind == "step" and last[lane] == number):
                self._seen[lane] = "done"
            elif kind == "preempted":
                self._seen[lane] = "ready"
            elif kind == "step":
                self._seen[lane] = "core"
            else:
                passed_on = self.levels and self.events[number - 1]["ev"] == "yield"
                self._seen[lane] = "calls" if passed_on else "held"
        return None

    def _leave_queues(self, before: Queues, now: Queues) -> None:
        """Whoever has left a queue, and is in none, has been taken out of it."""
        old, there = ({item.lane for _state, item in self._counting(queues)} for queues in (before, now))
        for lane in old - there:
            if self._seen.get(lane) != "done" and lane not in self._stack and lane not in self._calls:
                self._seen[lane] = "taken"

    def _states(self, tasks: Sequence[int], queues: Queues, asleep: str) -> dict[int, State]:
        states = [(state, item.lane) for state, item in self._counting(queues)]
        # who stands in several queues has the state of the one that comes first in QUEUED
        member = {lane: state for state, lane in sorted(states, key=lambda each: -QUEUED.index(each[0]))}
        found: dict[int, State] = {}
        for task in tasks:
            if task == self._stack[-1]:
                found[task] = "run" if not asleep else "sleep" if asleep == "sleep" else "read"
            elif task in self._stack:
                found[task] = "calls"
            elif self._seen.get(task) == "done":
                found[task] = "done"
            else:
                found[task] = member.get(task, "none" if task in self._calls else self._seen.get(task, "none"))
        return found


def queue_changes(before: Queues, now: Queues) -> tuple[list[tuple[str, Stands]], list[tuple[str, Stands]], list[str]]:
    """Return (queue, item) of those who have left a queue, of those who came, and the texts of those who have stayed,
    and count no more."""
    left, entered = gone(before, now), gone(now, before)
    marked = {(queue, item): (queue, item._replace(cancelled=True)) for queue, item in left}
    cancelled = [each for each in left if marked[each] in entered]
    entered = [each for each in entered if each not in [marked[other] for other in cancelled]]
    return [each for each in left if each not in cancelled], entered, [item.text for _queue, item in cancelled]


def gone(before: Queues, now: Queues) -> list[tuple[str, Stands]]:
    """Return (queue, item) of the items that are in `before` and not in `now`, or more often."""
    missing = {name: Counter(items) - Counter(now.get(name, ())) for name, items in before.items()}
    return [(name, item) for name, items in missing.items() for item in items.elements()]


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
