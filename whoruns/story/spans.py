"""Spans: states and values that last in a run, from the event that begins each to the one that ends it.

A variable has a value, an item stands in a queue, a timer is set, bytes lie in the operating system, a task is in a
state, is being cancelled, the process waits: each of these is one span, read here from the recording.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from whoruns.events import Event, value_of
from whoruns.source import FigureError
from whoruns.story.recording import Recording

Kind = Literal["value", "item", "timer", "crossed", "deadline", "lying", "state", "cancelled", "asleep", "held"]


@dataclass(frozen=True)
class Span:
    """Something that lasts from event `first` on, and is so no more at event `last`."""

    kind: Kind
    lane: int
    """Whose it is: of a value, the task in whose frame it is, or that it is; of bytes, the person's."""
    value: str
    first: int
    last: int
    """The number of events, if it lasts to the end."""
    ended: str = ""
    """The end of a timer: "rings" or "lapses"."""
    by: int = 0
    """Of a cancellation: the lane that has asked for it."""


def values(recording: Recording, name: str) -> list[Span]:
    """Return the values that a variable has in each task, or an attribute in its object: ``number``, ``self.heard``."""
    attribute = name.removeprefix("self.")
    return list(variables(recording, name) if attribute == name else attributes(recording, attribute))


def variables(recording: Recording, name: str) -> Iterator[Span]:
    """Return the values of a variable, in the frame of each task that has it; none lasts longer than its frame."""
    told: dict[int, list[tuple[int, str]]] = {lane: [] for lane in [0, *recording.tasks]}
    whose = dict.fromkeys(told, 0)
    for number, moment in enumerate(recording.moments):
        lane = recording.folded[moment.event["lane"]]
        frames = [frame for _file, _line, frame in moment.at]
        if name in moment.variables:
            told[lane].append((number, moment.variables[name]))
            whose[lane] = frames[0]
        elif frames and whose.get(lane) and whose[lane] not in frames:  # the task goes on without it
            told[lane].append((number, ""))
            whose[lane] = 0
    for lane in recording.tasks:
        yield from filter(lambda span: span.value, lasting("value", lane, told[lane], over(recording, lane)))


def attributes(recording: Recording, name: str) -> Iterator[Span]:
    """Return the values of an attribute of the one object that has it; raise FigureError if several have it."""
    told: list[tuple[int, str]] = []
    lanes: dict[int, int] = {}
    whose = set()
    for number, event in enumerate(recording.events):
        for this, known in event.get("objects", {}).items():
            if name in known:
                told.append((number, known[name]))
                lanes[number] = recording.folded[event.get("owners", {}).get(this, {}).get(name, 0)]
                whose.add(this)
    if len(whose) > 1:
        raise FigureError(f"{len(whose)} objects of {recording.name} have {name!r}; ':show:' draws an attribute of one")
    for span in lasting("value", 0, told, len(recording.events)):
        lane = lanes[span.first]
        yield replace(span, lane=lane, value=recording.lanes[lane]["name"] if lane else span.value)


def over(recording: Recording, lane: int) -> int:
    """Return the event with which a task is over, or the number of events."""
    end = recording.courses[lane].first("done")
    return len(recording.events) if end is None else end


def lasting(kind: Kind, lane: int, told: Sequence[tuple[int, str]], end: int) -> list[Span]:
    """Make spans of a value that is told again and again: (event, value)."""
    begins = [next(group) for _value, group in groupby(told, lambda each: each[1])]
    ends = [number for number, _value in begins[1:]] + [end]
    return [Span(kind, lane, value, number, last) for (number, value), last in zip(begins, ends)]


def items(recording: Recording, queue: str) -> list[Span]:
    """Return the items of a queue, how long they stand there, and their texts."""
    if queue not in recording.queues:
        raise FigureError(f"{recording.name} has no queue {queue!r}; it has {', '.join(recording.queues) or 'none'}")
    found = []
    for lane in recording.tasks:
        name = recording.lanes[lane]["name"]
        stands = (moment.queues.get(queue, ()) for moment in recording.moments)
        there = [[str(item) for item in items if item.lane == lane] for items in stands]
        for text in dict.fromkeys(text for texts in there for text in texts):
            told = [(number, text * (text in texts)) for number, texts in enumerate(there)]
            spans = lasting("item", lane, told, len(recording.events))
            found += [replace(span, value=text.removeprefix(name).strip()) for span in spans if span.value]
    return found


def timers(recording: Recording) -> list[Span]:
    """Return the timers, from where they are set to where they ring or lapse; a deadline is one without a waiter.

    Their values are the seconds at which they are due.
    """
    found: dict[int, Span] = {}
    for number, event in enumerate(recording.events):
        for timer in event.get("sets", ()):
            kind: Kind = "timer" if recording.queues[timer["queue"]] else "deadline"
            lane, due = recording.folded[timer["lane"]], f"{timer['due']:g}"
            found[timer["id"]] = Span(kind, lane, due, number, len(recording.events))
        for number_of in event.get("rings", ()):
            found[number_of] = replace(found[number_of], last=number, ended="rings")
        for number_of in event.get("lapses", ()):
            found[number_of] = replace(found[number_of], last=number, ended="lapses")
    return list(found.values())


def entries(recording: Recording) -> list[Span]:
    """Return the timers of calls; one that counts no more is a span of its own, until the heap is rid of it."""
    found = [span for span in timers(recording) if span.lane in recording.calls]
    if not any(span.ended == "lapses" for span in found):
        return found
    crossed = Counter[tuple[int, int]]()  # at an event, of a lane: how many more stand there that count no more
    for number, changes in recording.changes.items():
        for _queue, item, by in changes:
            if "cancelled" in item[2:]:
                crossed[number, recording.folded[item[0]]] += by
    fewer: dict[int, list[int]] = {}
    for (number, lane), by in crossed.items():
        fewer.setdefault(lane, []).extend([number] * (by < 0))
    for span in [span for span in found if span.ended == "lapses"]:
        if crossed[span.last, span.lane] <= 0:
            continue  # it was taken out at once: asyncio's loop drops from the front what is cancelled
        leaves = (number for number in fewer.get(span.lane, ()) if number > span.last)
        found.append(replace(span, kind="crossed", first=span.last, last=next(leaves, len(recording.events))))
    return found


def cancellations(recording: Recording) -> list[Span]:
    """Return the cancellations of tasks, each with its canceller, from the asking to the task's end.

    Of one that does not end with that error, a timeout for instance, only until it goes on and hears of it.
    """
    found: list[Span] = []
    until = dict.fromkeys(recording.tasks, -1)
    for number, event in enumerate(recording.events):
        request = event.get("request", [""])[0] if event["ev"] in ("yield", "cancels") else ""
        asked = event["ev"] == "cancels" or request in ("cancel", "interrupt")
        if not asked or "whom" not in event:
            continue
        whom, by = (recording.folded[lane] for lane in (event["whom"], event["lane"]))
        if whom == by or number < until[whom] or recording.moments[number].states[whom] == "done":
            continue
        until[whom] = end = over(recording, whom)
        if request == "interrupt" or not dies(recording.events[end : end + 1]):
            later = enumerate(recording.events[number:], number)
            until[whom] = next((n for n, each in later if each["ev"] == "resume" and each["lane"] == whom), end)
        found.append(Span("cancelled", whom, value_of(event), number, until[whom], by=by))
    return found


def dies(end: Sequence[Event]) -> bool:
    """Say whether a task's end, if it has one, is that it has been cancelled."""
    return all(event["ev"] == "raise" and event.get("value", "").startswith("CancelledError") for event in end)


def held(recording: Recording) -> list[Span]:
    """Return the locks, and places of semaphores, that somebody holds and others wait for meanwhile."""
    return [Span("held", hold.lane, hold.name, hold.first, hold.last) for hold in recording.holds]


def asleep(recording: Recording) -> list[Span]:
    """Return the stretches in which the process waits and time goes by, or in which the recording ends."""
    found = []
    for wait in recording.waits:
        over = recording.events[wait.last]["ev"] == "wakes"
        if wait.end > wait.start or not over:
            last = wait.last if over else len(recording.events)
            found.append(Span("asleep", recording.folded[wait.lane], wait.call, wait.first, last))
    return found


def lying(recording: Recording) -> list[Span]:
    """Return the bytes and connections in the operating system, if any lie there while a lane runs that is no taker."""
    found, others = [], False
    for transfer in recording.transfers:
        if transfer.inwards and transfer.kind != "end":
            last = len(recording.events) if transfer.taken is None else transfer.taken
            taker = recording.folded[recording.events[last]["lane"]] if transfer.taken is not None else 0
            between = () if others else recording.events[transfer.left + 1 : last]
            lanes = {recording.folded[event["lane"]] for event in between if event["ev"] == "line"}
            others = others or transfer.taken is None or bool(lanes - {0, taker})
            text = transfer.text if transfer.kind == "data" else ""
            found.append(Span("lying", transfer.person, text, transfer.left, last))
    return found if others else []


def states(recording: Recording, lane: int) -> list[Span]:
    """Return the states that a task goes through."""
    course = recording.courses[lane]
    ends = [*course.since[1:], len(recording.events)]
    return [Span("state", lane, state, first, last) for state, first, last in zip(course.states, course.since, ends)]
