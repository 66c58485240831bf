"""A recording as a trace for https://ui.perfetto.dev, in the Trace Event Format, which other viewers read, too.

Each lane is a thread: its turns are slices, with a slice for each line in them; between them are slices for its states.
Arrows lead from a task to those that it wakes or cancels. What is printed, fails, or happens else is an instant.

Code takes no time where the clock jumps. So that one sees the order, what happens at the same time stands a millisecond
apart, or less, if the next time comes before. The first of it stands at the time of the recording.

The format: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
"""
from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count, groupby, pairwise
from math import inf
from typing import Any

from whoruns.events import OS
from whoruns.story import spans
from whoruns.story.beats import every_beat
from whoruns.story.notes import Notes
from whoruns.story.recording import Recording
from whoruns.story.sentences import said, seconds, state_words, who, woken_by
from whoruns.story.turns import Turn
from whoruns.wording import _

Entry = dict[str, Any]
"""An event of the format: ``ph`` is its kind, ``ts`` and ``dur`` are microseconds."""
STEP = 1000
"""Microseconds from event to event."""
SHOWN_ELSE = frozenset({"end", "woken", "queue", "waits", "answer"})
"""Kinds of notes for which there is a slice, an arrow or a counter."""
NO_SLICE = frozenset({"none", "taken", "run", "pass", "done", "dropped"})
"""States of a task for which there is a turn, or nothing."""
MARK = '"recorder":"whoruns"'
"""The mark of such a file."""


def perfetto(recordings: Sequence[Recording]) -> str:
    """Return the text of a file with the traces, a process each, in the language that is spoken."""
    number = count(1)
    traces = [Trace(recording, process, number) for process, recording in enumerate(recordings, 1)]
    entries = [entry for trace in traces for entry in trace.entries()]
    found = {"otherData": {"recorder": "whoruns"}, "displayTimeUnit": "ms", "traceEvents": entries}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n"


class Trace:
    """Reads the entries of a trace from a recording; `number` counts arrows and deadlines."""

    def __init__(self, recording: Recording, process: int, number: Iterator[int]) -> None:
        self.recording, self.process, self.number = recording, process, number
        states = state_words(bool(recording.calls), recording.kernel)
        self.words = {str(state): str(word) for state, word in states.items()}

    def entries(self) -> Iterator[Entry]:
        """Yield all of them."""
        kinds = (self.heads, self.running, self.waiting, self.arrows, self.instants, self.deadlines, self.ready)
        yield from (entry for kind in kinds for entry in kind())

    @cached_property
    def at(self) -> list[float]:
        """The place of each event in microseconds, and of the end."""
        times = [(time * 1e6, len(list(events))) for time, events in groupby(
            self.recording.time(number) for number in range(len(self.recording.events))
        )]
        found: list[float] = []
        for (time, events), (later, _events) in pairwise([*times, (inf, 0)]):
            step = min(STEP, (later - time) / events)
            found += [round(time + step * number, 3) for number in range(events)]
        return [*found, found[-1] + STEP]

    @cached_property
    def turns(self) -> dict[int, list[Turn]]:
        """The turns of each lane."""
        found: dict[int, list[Turn]] = {}
        for turn in self.recording.turns:
            found.setdefault(turn.lane, []).append(turn)
        return found

    def turn(self, lane: int, event: int) -> Turn | None:
        """Return the last turn of a lane that has begun at an event."""
        own = self.turns.get(lane, [])
        place = bisect_right(own, event, key=lambda turn: turn.first)
        return own[place - 1] if place else None

    def entry(self, kind: str, lane: int, at: float, name: str, sort: str, **more: Any) -> Entry:
        """Return an entry of a lane."""
        return {"ph": kind, "pid": self.process, "tid": thread(lane), "ts": at, "name": name, "cat": sort, **more}

    def slice(self, lane: int, first: float, last: float, name: str, sort: str, args: Mapping[str, str]) -> Entry:
        """Return a slice, with what is told of it when one clicks on it."""
        return self.entry("X", lane, first, name, sort, dur=round(last - first, 3), args=args)

    def heads(self) -> Iterator[Entry]:
        """Yield the names of the program and its lanes, in the order of the drawing."""
        yield {"ph": "M", "pid": self.process, "name": "process_name", "args": {"name": self.recording.name}}
        for place, lane in enumerate(self.recording.columns):
            for name, args in (("name", {"name": who(self.recording, lane)}), ("sort_index", {"sort_index": place})):
                yield {"ph": "M", "pid": self.process, "tid": thread(lane), "name": f"thread_{name}", "args": args}

    def running(self) -> Iterator[Entry]:
        """Yield the turns, and the lines in each; and the waits of the process."""
        r = self.recording
        for turn in r.turns:
            if turn.lane < 0:
                continue
            end = self.at[turn.last if turn.end else turn.last + 1]
            lines = [number for number in range(turn.first, turn.last + 1) if r.events[number]["ev"] == "line"]
            yield self.slice(
                turn.lane, self.at[turn.first], end, self.called(turn, lines), "turn", self.time(turn.first)
            )
            for number, last in zip(lines, [*(self.at[following] for following in lines[1:]), end]):
                file, line, _frame = r.moments[number].at[0]
                name = f"{line}: {self.texts[file][line - 1].strip()}"
                yield self.slice(turn.lane, self.at[number], last, name, "line", r.moments[number].variables)
        for wait in r.waits:
            name = said(r, r.events[wait.first])
            yield self.slice(OS, self.at[wait.first], self.at[wait.last], name, "wait", self.time(wait.first))

    def time(self, event: int) -> dict[str, str]:
        """Return the time of an event, in words, as something to be told."""
        return {"time": seconds(self.recording.time(event))}

    @cached_property
    def texts(self) -> list[list[str]]:
        """The lines of the files."""
        return [file.source().split("\n") for file in self.recording.files]

    def called(self, turn: Turn, lines: list[int]) -> str:
        """Return the name of a turn: the function, and from which line to which it runs."""
        spots = [self.recording.moments[number].at[0] for number in lines]
        if not spots:
            return who(self.recording, turn.lane)
        own = [line for file, line, frame in spots if frame == spots[0][2]]
        first, last = min(own), max(own)
        return f"{self.recording.function(spots[0])} {first}" + f"–{last}" * (last > first)

    def waiting(self) -> Iterator[Entry]:
        """Yield the states of the tasks between their turns."""
        for lane in self.recording.tasks:
            for span in spans.states(self.recording, lane):
                if span.value not in NO_SLICE:
                    first, last = self.at[span.first], self.at[span.last]
                    yield self.slice(lane, first, last, self.state(span), "state", self.time(span.first))

    def state(self, span: spans.Span) -> str:
        """Return the words for a state, and for what is waited, if that has a name."""
        r = self.recording
        queues = r.moments[span.first].queues
        places = (
            name for name in r.awaited
            if r.queues[name] == span.value and any(item.lane == span.lane for item in queues.get(name, ()))
        )
        words, place = self.words[span.value], next(places, "")
        return f"{words}: {place}" if place else words

    def arrows(self) -> Iterator[Entry]:
        """Yield the arrows: from a task to each that it wakes or cancels, and its next turn."""
        r = self.recording
        found = {
            (event, lane): (by, woken_by(r, lane, by)) for event, pairs in r.wakers.items() for lane, by in pairs
        }
        found |= {(span.first, span.lane): (span.by, self.cancelled(span)) for span in spans.cancellations(r)}
        for (event, lane), (by, name) in found.items():
            start = self.turn(by, event)
            ends = (turn for turn in self.turns.get(lane, ()) if turn.first > event)
            end = next(ends, None)
            if start is not None and end is not None and (by or event <= start.last):
                begins = self.at[max(start.first, min(event, start.last - 1))]
                ident = next(self.number)
                yield self.entry("s", by, begins, name, "arrow", id=ident)
                yield self.entry("f", lane, self.at[end.first], name, "arrow", id=ident, bp="e")

    def cancelled(self, span: spans.Span) -> str:
        """Say that a task is being cancelled."""
        return _("{who}: {what}").format(who=who(self.recording, span.lane), what=_("is being cancelled"))

    def instants(self) -> Iterator[Entry]:
        """Yield what happens at an event: output, errors, cancellations, acts of persons."""
        r = self.recording
        for note in Notes(r, every_beat(r, 0, inf)).all:
            if note.kind not in SHOWN_ELSE:
                lane = r.folded[r.events[note.event]["lane"]]
                yield self.entry("i", lane, self.at[note.event], note.text, note.kind, s="t")
        for span in spans.cancellations(r):
            name, by = self.cancelled(span), who(r, span.by)
            yield self.entry("i", span.lane, self.at[span.first], name, "cancelled", s="t", args={"by": by})

    def deadlines(self) -> Iterator[Entry]:
        """Yield the deadlines, each from where it is set to where it rings or is taken back."""
        timers = (span for span in spans.timers(self.recording) if span.kind == "deadline")
        for span in timers:
            number = next(self.number)
            length = float(span.value) - self.recording.time(span.first)
            name = _("{who}: {what}").format(who=_("deadline"), what=seconds(length))
            for kind, event in (("b", span.first), ("e", span.last)):
                yield self.entry(kind, span.lane, self.at[event], name, "deadline", id2={"local": f"{number:#x}"})

    def ready(self) -> Iterator[Entry]:
        """Yield how many are ready, whenever that changes."""
        queues = [name for name, state in self.recording.queues.items() if state == "ready"]
        number_of = (
            (number, sum(len(moment.queues.get(name, ())) for name in queues))
            for number, moment in enumerate(self.recording.moments)
        )
        name = self.words["ready"]
        for many, same in groupby(number_of if queues else (), lambda each: each[1]):
            yield self.entry("C", 0, self.at[next(same)[0]], name, "ready", args={name: many})


def thread(lane: int) -> int:
    """Return the number of a lane's thread; of the operating system, which is lane -1, it is 1."""
    return lane + 2
