"""A recording of a run, read, and all that the figure, the table and the stepper show of it. Its rules:

1. It is replayed once (``replay.py``); all else is read from the moments of that replay.
2. It is as the file says (``whoruns/events.py``); nothing is taken from a run that is made now.
3. It speaks no language: lanes, events, turns and steps are numbers, and ``sentences.py`` has the words.
4. It knows none of its views, as no view knows another; facts that two of them need are worked out here, once.
5. One that is of other files than those of the present is not read at all.
"""
from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from whoruns.events import ACTS, ENDS, OS, SILENT, Earlier, Event, Lane, Nowhere, Outside, Queue, Spot, State
from whoruns.source import Functions, Source
from whoruns.story.holding import Hold, holds
from whoruns.story.replay import Course, Moment, Queues, Replay, fold_lanes
from whoruns.story.transfers import Transfer, transfers
from whoruns.story.turns import Turn, Wait, turns, waits
from whoruns.story.waking import wakers
from whoruns.stretch import Change

COLOURS = 12
"""How many colours there are, beside those of the cast."""
MARKS = ("", "m1", "m2", "m3", "m4")
"""The marks of those who have a colour together: of the first of them, none."""


@dataclass(frozen=True)
class Step:
    """A point of the run at which a reader stops."""

    event: int
    turn: int
    lane: int
    """The lane that has control, or acts."""
    at: tuple[Spot, ...]
    """The frames, the innermost first, and callers whose lines are not followed; of a peer's act, none."""
    states: Mapping[int, State]
    after: Moment
    """When the step's work has been done: the moment whose queues are shown."""
    variables: dict[str, str]
    changed: frozenset[str]
    """The variables that are new, or have another value, since this frame was shown last, or this object."""
    printed: int
    time: float

    @property
    def queues(self) -> Queues:
        """Return the items of each queue."""
        return self.after.queues


class Strike(NamedTuple):
    """A deadline that strikes: whose it is, and the seconds that it gave."""

    lane: int
    gave: float


class Alarm(NamedTuple):
    """When a timer is due, the event with which it is set, and that with which it rings, or their number."""

    due: float
    first: int
    rings: int


@dataclass(frozen=True)
class Recording:
    """The events of a run; ``whoruns/events.py`` describes the fields."""

    name: str
    entry: str
    files: tuple[Source, ...]
    outside: list[Outside]
    lanes: list[Lane]
    queues: dict[str, Queue | Nowhere]
    events: list[Event]
    levels: bool
    kernel: bool
    awaited: list[str]
    recorded: str
    folded: tuple[int, ...]
    """For each lane the lane that it is drawn in: with `levels` its own, else its task's."""
    undrawn: tuple[str, ...] = ()
    """Why it is not to be drawn, if it is not (``whoruns/events.py``)."""
    real: bool = False
    """It was recorded in real time."""
    earlier: Earlier | None = None
    """What goes before, if only the end of the run is kept."""
    cast: tuple[str, ...] = ()
    """Names that have a colour of their own: the class is the name in small letters."""

    @cached_property
    def columns(self) -> list[int]:
        """Return the lanes of the figure: peers, the operating system, the loop, the tasks as they queue or run."""
        shown = sorted(set(self.folded), key=lambda lane: (self._replay.appears.get(lane, len(self.events)), lane))
        kinds = (["peer"], ["loop"], ["task", "call"])
        peers, loop, tasks = ([lane for lane in shown if self.lanes[lane]["kind"] in kind] for kind in kinds)
        has_os = any(event["ev"] in ("waits", "looks", "io", "sends", "connects") for event in self.events)
        return peers + [OS] * has_os + loop + tasks

    @cached_property
    def tasks(self) -> list[int]:
        """Return the lanes of the tasks, and of functions that are called."""
        return [lane for lane in self.columns if lane > 0 and self.lanes[lane]["kind"] in ("task", "call")]

    @cached_property
    def calls(self) -> set[int]:
        """Return the lanes of functions that are called; between two calls they are nowhere."""
        return {lane for lane in self.tasks if self.lanes[lane]["kind"] == "call"}

    @cached_property
    def timed(self) -> bool:
        """Say whether time goes by."""
        return any("t" in event for event in self.events)

    @property
    def stands(self) -> int:
        """Return how many events at the beginning stand for those that are not kept."""
        return self.earlier["stands"] if self.earlier else 0

    def went_before(self, event: int) -> int:
        """Return how many events there were up to this one, with those that are not kept."""
        return event + 1 + (self.earlier["events"] if self.earlier else 0) - self.stands

    def time(self, event: int) -> float:
        """Return the seconds on the clock at an event."""
        return self.events[event].get("t", 0)

    @cached_property
    def _functions(self) -> list[Functions]:
        return [Functions(listing.source()) for listing in self.files]

    def function(self, spot: Spot) -> str:
        """Return the name of the function around a line, or of a caller whose lines are not followed."""
        if spot[0] < 0:
            return self.outside[-1 - spot[0]]["function"]
        found = self._functions[spot[0]]
        named = self._frames.get(spot[2]) if found.is_head(spot[1]) else None
        return named or found.at(spot[1])

    @cached_property
    def _frames(self) -> dict[int, str]:
        """Return the functions of the frames, by their numbers, as far as a line of their bodies is run."""
        found: dict[int, str] = {}
        for moment in self.moments:
            for file, line, frame in moment.at[:1]:
                if frame not in found and not self._functions[file].is_head(line):
                    found[frame] = self._functions[file].at(line)
        return found

    def functions(self, step: Step) -> tuple[str, ...]:
        """Return the function of each frame of a step."""
        return tuple(map(self.function, step.at))

    @cached_property
    def losses(self) -> dict[int, list[int]]:
        """Return which tasks are lost, by the event with which they are."""
        found: dict[int, list[int]] = {}
        for task in self.tasks:
            since = self.courses[task].first("lost")
            if since is not None:
                found.setdefault(since, []).append(task)
        return found

    def like(self, lane: int) -> str:
        """Return the name of a lane, without the number of those that are not the first of their name."""
        return self.lanes[lane].get("like", self.lanes[lane]["name"])

    def colour(self, lane: int) -> str:
        """Return the class that gives a lane its colour; of more tasks than there are colours, also one of its own."""
        if lane == OS:
            return "os"
        own = f" l{lane}" if len(self.tasks) > COLOURS and lane in self.courses else ""
        return self._colour(lane) + own

    def _colour(self, lane: int) -> str:
        name, kind = self.like(lane), self.lanes[lane]["kind"]
        if name in self.cast:
            return name.lower()
        if kind == "loop":
            return kind
        return f"c{self._others[lane] % COLOURS}"

    def mark(self, lane: int) -> str:
        """Return the mark that a lane has, beside its colour."""
        return MARKS[self._others.get(lane, 0) // COLOURS % len(MARKS)]

    @cached_property
    def _others(self) -> dict[int, int]:
        """Return the number of each task, and of each person, without a name of the cast."""
        others = (lane for lane in [*self.tasks, *self.persons] if self.like(lane) not in self.cast)
        return {lane: number for number, lane in enumerate(others)}

    @cached_property
    def _replay(self) -> Replay:
        return Replay(self.lanes, self.events, self.queues, self.folded, self.levels, self.kernel)

    @property
    def moments(self) -> list[Moment]:
        """Return the moment after each event."""
        return self._replay.moments

    @property
    def changes(self) -> Mapping[int, Sequence[Change]]:
        """Return the items that came and went in the queues, by their events, in their order."""
        return self._replay.changes

    @property
    def courses(self) -> Mapping[int, Course]:
        """Return for each task the states that it goes through."""
        return self._replay.courses

    @cached_property
    def turns(self) -> list[Turn]:
        """Return the stretches in which one lane runs; every event is in one of them."""
        return turns(self.moments, self.folded, self.levels, self.stands)

    @cached_property
    def turn_ends(self) -> frozenset[int]:
        """Return the events with which control goes back."""
        return frozenset(turn.last for turn in self.turns if turn.end)

    @cached_property
    def waits(self) -> list[Wait]:
        """Return the stretches in which the process waits."""
        return waits(self.moments)

    @cached_property
    def lasting(self) -> frozenset[int]:
        """Return the events from which on the process waits, and time goes by, or for ever."""
        ever = self.waits[-1:] if self.moments[-1].asleep else []
        return frozenset(wait.first for wait in [*self.waits, *ever] if wait.end > wait.start or wait in ever)

    @cached_property
    def persons(self) -> list[int]:
        """Return the lanes of those at the other ends of sockets."""
        return [lane for lane, each in enumerate(self.lanes) if each["kind"] == "peer"]

    @cached_property
    def transfers(self) -> list[Transfer]:
        """Return the connections and bytes that go from one side to the other, and how long they lie in between."""
        return transfers(self.events)

    @cached_property
    def steps(self) -> list[Step]:
        """Return the points at which a reader stops: each line about to run, and each event outside of lines."""
        turn_of = [number for number, turn in enumerate(self.turns) for _event in range(turn.first, turn.last + 1)]
        found: list[Step] = []
        frames: dict[int, Mapping[str, str]] = {}  # what was shown of each last, by its number
        objects: dict[int, Mapping[str, str]] = {}
        for number, moment in enumerate(self.moments):
            event = moment.event
            if (event["ev"] in SILENT and number + 1 < len(self.moments)) or self._hands_on(number):
                continue
            after = self.moments[self.handed_back(number)]
            gives = number and event["ev"] in ENDS and "queues" not in after.event
            before = self.moments[number - 1] if gives else after
            turn = self.turns[turn_of[number]]
            states = before.states  # whoever gives control back has it until then, or until a place is told
            if turn.passing and turn.lane in states:
                states = {**states, turn.lane: "pass"}
            frame = moment.at[0][2] if moment.at else 0
            variables, attributes = moment.variables, moment.attributes
            known, before_of_it = frames.get(frame, {}), objects.get(moment.this, attributes)
            changed: list[str] = []
            if variables is not known:
                changed += [name for name, value in variables.items() if known.get(name) != value]
            if attributes is not before_of_it:
                changed += [f"self.{name}" for name, value in attributes.items() if before_of_it.get(name) != value]
            frames[frame], objects[moment.this] = variables, attributes
            found.append(Step(
                number, turn_of[number], self.folded[event["lane"]], moment.callers,
                states, after,
                {**variables, **{f"self.{name}": value for name, value in attributes.items()}}, frozenset(changed),
                moment.printed, self.time(number),
            ))
        return found

    def _hands_on(self, number: int) -> bool:
        """Say whether a kernel's task only passes a request or an answer on; its innermost generator tells that."""
        if not self.kernel or self.levels or self.events[number]["ev"] not in ("yield", "resume"):
            return False
        kinds = [event["ev"] for event in self.events[max(number - 1, 0) : number + 2]]
        return kinds[:2] == ["yield", "yield"] or kinds[-2:] == ["resume", "resume"]

    def handed_back(self, number: int) -> int:
        """Return the event with which a task of a kernel has handed back control, if it begins to with this one."""
        if self.kernel and not self.levels and self.events[number]["ev"] == "yield":
            while number + 1 < len(self.events) and self.events[number + 1]["ev"] == "yield":
                number += 1
        return number

    @cached_property
    def first_step(self) -> int:
        """Return the step at which something begins to happen: those before only set it up."""
        setting_up = ("line", "made", "moved", "io")
        first = next((n for n, event in enumerate(self.events) if event["ev"] not in setting_up), 0)
        at = next((moment.at for moment in self.moments[max(first - 1, 0) :: -1] if moment.at), ())
        outermost = at[-1][2] if at else 0
        frames = ([spot[2] for spot in self.moments[step.event].at] for step in self.steps)
        begun = (step.event >= first or here[-1:] == [outermost] for step, here in zip(self.steps, frames))
        return next((number for number, has_begun in enumerate(begun) if has_begun), 0)

    @cached_property
    def first_event(self) -> int:
        """Return the event of that step, with which the drawing begins."""
        return self.steps[self.first_step].event

    @cached_property
    def last_event(self) -> int:
        """Return the last event of the program; persons' acts afterwards take no time of it."""
        back = reversed(range(len(self.moments)))
        return next(n for n in back if self.moments[n].asleep or self.events[n]["ev"] not in ACTS)

    @cached_property
    def leaps(self) -> frozenset[int]:
        """Return the events with which the clock goes on without a wait; in real time, those that tell who blocks."""
        if self.real:
            return frozenset(number for number, event in enumerate(self.events) if event["ev"] == "blocks")
        return frozenset(
            number for number, moment in enumerate(self.moments)
            if number and self.time(number - 1) != self.time(number) and not moment.asleep
            and moment.event["ev"] not in ACTS | {"wakes"}
        )

    @cached_property
    def alarms(self) -> list[Alarm]:
        """Return for which times timers are set, in the order in which they are."""
        number = len(self.events)
        rings = {each: number for number, event in enumerate(self.events) for each in event.get("rings", ())}
        return [
            Alarm(timer["due"], number_of, rings.get(timer["id"], number))
            for number_of, event in enumerate(self.events) for timer in event.get("sets", ())
        ]

    @cached_property
    def strikes(self) -> dict[int, list[Strike]]:
        """Return the deadlines that strike, by the events with which they do."""
        found: dict[int, list[Strike]] = {}
        open_now: dict[int, Strike] = {}
        for number, event in enumerate(self.events):
            for timer in event.get("sets", ()):
                if not self.queues[timer["queue"]]:
                    since = timer.get("since", self.time(number))
                    open_now[timer["id"]] = Strike(self.folded[timer["lane"]], round(timer["due"] - since, 6))
            for rung in event.get("rings", ()):
                if rung in open_now:
                    found.setdefault(number, []).append(open_now[rung])
        return found

    @cached_property
    def struck(self) -> frozenset[tuple[int, float]]:
        """Return which lanes a deadline strikes, and when."""
        return frozenset((each.lane, self.time(number)) for number, here in self.strikes.items() for each in here)

    @cached_property
    def called(self) -> dict[int, list[str]]:
        """Return for each lane of functions that are called their names, in alphabetical order."""
        names: dict[int, set[str]] = {}
        for event in self.events:
            if event["ev"] == "call" and "call" in event:
                names.setdefault(self.folded[event["lane"]], set()).add(event["call"])
        return {lane: sorted(found) for lane, found in names.items() if lane in self.calls}

    @cached_property
    def asked(self) -> dict[int, list[int]]:
        """Return for each lane the events with which it asks for something; the innermost of its generators does."""
        found: dict[int, list[int]] = {}
        for number, event in enumerate(self.events):
            lane, before = self.folded[event["lane"]], self.events[number - 1] if number else event
            passed = before is not event and before["ev"] == "yield" and self.folded[before["lane"]] == lane
            if event["ev"] == "yield" and "request" in event and not passed:
                found.setdefault(lane, []).append(number)
        return found

    @cached_property
    def around(self) -> frozenset[int]:
        """Return the frames, by their numbers, that the loop runs in: no lane's."""
        own = (event for event in self.events if event["lane"] == 0 and event["ev"] in ("line", "waits"))
        return frozenset(spot[2] for event in own for spot in event.get("at", ()))

    @cached_property
    def _holders(self) -> dict[int, tuple[list[int], list[list[int]]]]:
        """Return of locks and groups, by their numbers, the events with which others are in them, and those lanes."""
        found: dict[int, tuple[list[int], list[list[int]]]] = {}
        for number, event in enumerate(self.events):
            for key, lanes in event.get("holders", {}).items():
                since, held = found.setdefault(int(key), ([], []))
                since.append(number)
                held.append(lanes)
        return found

    def holders_at(self, owner: int, event: int) -> list[int]:
        """Return the lanes that have a lock, or are in a group, after an event; `owner` is its number (``inside``)."""
        since, held = self._holders.get(owner, ([], []))
        place = bisect_right(since, event)
        return held[place - 1] if place else []

    @cached_property
    def holds(self) -> list[Hold]:
        """Return who holds a lock, or a place of a semaphore, for which somebody waits meanwhile."""
        return holds(self.events, self.courses, self.folded)

    @cached_property
    def hands(self) -> dict[int, list[Hold]]:
        """Return the holds that begin or end with an event, by these events; those that end come first."""
        found: dict[int, list[Hold]] = {}
        for hold in sorted(self.holds, key=lambda each: each.last):
            found.setdefault(hold.last, []).append(hold)
        for hold in self.holds:
            found.setdefault(hold.first, []).append(hold)
        return found

    @cached_property
    def wakers(self) -> dict[int, list[tuple[int, int]]]:
        """Return for events with which tasks of a kernel are woken: each, and the one on whose behalf that is."""
        return wakers(self.moments, self.changes, self.queues, self.folded) if self.kernel else {}


def read(data: Mapping[str, Any], files: tuple[Source, ...], cast: tuple[str, ...] = ()) -> Recording:
    """Return a recording that is at hand (``RecordingFile``), of these files; names in the `cast` have a colour."""
    levels = bool(data.get("levels"))
    return Recording(
        name=data["run"], entry=data["entry"], files=files, outside=data["outside"], lanes=data["lanes"],
        queues=data["queues"], events=data["events"], levels=levels, kernel="kernel" in data,
        awaited=data.get("awaited", []), recorded=data.get("recorded", ""),
        folded=fold_lanes(len(data["lanes"]), data["events"], levels),
        undrawn=tuple(data.get("undrawn", ())), earlier=data.get("earlier"), cast=cast, real="real" in data,
    )
