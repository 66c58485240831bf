"""The contents of the drawing of a recording, before anything has a place: columns, spans, texts.

A track is a column for spans that are no lane's line: an attribute, deadlines, the tasks in a queue.
"""
from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from whoruns.drawing.label import plain
from whoruns.drawing.svg import wide
from whoruns.events import ACTS
from whoruns.story import spans
from whoruns.story.beats import Beat
from whoruns.story.recording import Recording
from whoruns.story.spans import Span
from whoruns.wording import _

MOST, MANY = 12, 60
"""So many lanes have a column, in a small drawing and in a large one; of more, the last ones share one."""
DEADLINE = 46
"""Width of a deadline."""


@dataclass(frozen=True)
class Track:
    """A column of spans, and the name above it."""

    head: str
    width: float
    spans: Sequence[Span]


class Contents:
    """The parts that a recording brings into its drawing.

    `slot` is the width of an entry of a heap; `most` is how many lanes may have a column.
    """

    def __init__(
        self, recording: Recording, rows: Sequence[Beat], show: Sequence[str], queue: Sequence[str], narrow: bool,
        slot: float, most: int = MOST,
    ) -> None:
        r = self.recording = recording
        self.rows, self.narrow = rows, narrow
        self._lasts = [row.last for row in rows]
        self._turns = [turn.first for turn in r.turns]
        given = {event.get("value", "None") for event in r.events if event["ev"] == "resume"}
        self.answering = r.levels and not r.kernel and bool(given - {"None"})
        self.people = [lane for lane in r.columns if lane > 0 and r.lanes[lane]["kind"] == "peer"]
        last = r.moments[-1].states
        self.dropped = [lane for lane in r.tasks if last[lane] == "dropped"]
        lanes = [lane for lane in r.tasks if last[lane] != "dropped"]
        self.crowd = lanes[most - 1 :] if len(lanes) > most else []
        """Lanes for which there is no room: they share the last column."""
        self.lanes = lanes[: most - 1] if self.crowd else lanes
        self._column = dict.fromkeys(self.crowd, "crowd") | dict.fromkeys(self.dropped, "dropped")
        self.variables = {name: held for name in show if "." not in name and (held := spans.values(r, name))}
        lying = [span for span in spans.lying(r) if not self._within_a_row(span)]
        self.lying = [
            Track(str(_("OS")), max(18, *(wide(plain(span.value)) + 12 for span in found)), found)
            for found in slots(lying)
        ]
        self.cancellations = self.seen(spans.cancellations(r))
        self.asleep = self.seen(spans.asleep(r))
        held = [span for span in self.seen(spans.held(r)) if not self._within_a_row(span)]
        self.held = {lane: slots([each for each in held if each.lane == lane], self.row_of) for lane in self.lanes}
        """Of each lane the things that it holds and others wait for, side by side."""
        entries = [span for span in spans.entries(r) if not self._within_a_row(span)]
        crowded = any(len(slots([span for span in entries if span.lane == lane])) > 1 for lane in self.lanes)
        heap = crowded or any(self._runs_within(span) for span in entries)
        self.timers = [] if heap else entries
        """Those of which a lane has one at a time: they stand in the lane."""
        self.tracks = [
            *self._attributes(show), *self._deadlines(), *(self._heap(entries, slot) if heap else ()),
            *(track for name in queue for track in self._queued(name)),
        ]
        """The tracks beside the lanes."""
        self.struck = {span.lane for track in self.tracks if not track.head for span in track.spans}
        """The lanes that have deadlines."""
        self.functions = self._functions()

    def seen(self, found: Iterable[Span]) -> list[Span]:
        """Return the spans of which one sees something: not those that begin and end in the same gap."""
        return [
            span for span in found
            if self.rows[row := self.row_of(span.first)].kind != "gap" or span.last > self.rows[row].last
        ]

    def row_of(self, event: int) -> int:
        """Return the number of the row of an event; of one after the last row, of that."""
        return min(bisect_left(self._lasts, event), len(self._lasts) - 1)

    # The tracks

    def _attributes(self, show: Sequence[str]) -> list[Track]:
        """Return the tracks of the attributes that are to be shown."""
        found = []
        for name in show:
            if "." in name:
                told = (span for span in spans.values(self.recording, name) if plain(span.value) not in ("", "None"))
                held = [span for span in self._of_the_story(told) if not self._fleeting(span)]
                width = max([30.0, *(wide(plain(span.value)) + 12 for span in held)])
                found += [Track(name, width, held)] * bool(held)
        return found

    def _deadlines(self) -> list[Track]:
        """Return the tracks of the deadlines."""
        found = self.seen(span for span in spans.timers(self.recording) if span.kind == "deadline")
        return [Track("", DEADLINE, each) for each in slots(found)]

    def _heap(self, entries: Sequence[Span], slot: float) -> list[Track]:
        """Return the tracks of a heap of calls."""
        heap = next(name for name, state in self.recording.queues.items() if state == "sleep")
        return [Track(heap, slot, each) for each in slots(entries)]

    def _queued(self, queue: str) -> list[Track]:
        """Return the tracks of a queue that is to be shown."""
        found: list[Track] = []
        queued = self._of_the_story(spans.items(self.recording, queue))
        for lane in dict.fromkeys(span.lane for span in queued):
            for own in slots([span for span in queued if span.lane == lane]):
                found.append(Track(queue, max(24.0, *(wide(self.written(span)) + 10 for span in own)), own))
        return found

    def _of_the_story(self, found: Iterable[Span]) -> list[Span]:
        """Return the spans that are not over before the story begins."""
        story = self.rows[0].last if self.rows[0].kind == "setup" else -1
        return [span for span in found if span.last > story]

    def _fleeting(self, span: Span) -> bool:
        """Say whether a span is over before the turn in which it began."""
        turn = self.recording.turns[bisect_right(self._turns, span.first) - 1]
        return turn.lane > 0 and span.last <= turn.last

    def _within_a_row(self, span: Span) -> bool:
        """Say whether a span is over in the row in which it began."""
        return span.last <= self.rows[self.row_of(span.first)].last

    def _runs_within(self, span: Span) -> bool:
        """Say whether the one whose span it is runs while it lasts."""
        rows = self.rows[self.row_of(span.first) : self.row_of(span.last) + 1]
        return any(row.kind == "turn" and row.lane == span.lane and span.first < row.first < span.last for row in rows)

    # What is written

    def _functions(self) -> dict[int, str]:
        """Return for rows, by their first event, the function that is called, of a lane with several of them."""
        named: dict[int, dict[int, str]] = {lane: {} for lane in self.recording.calls}
        for row in self.rows:
            if row.kind == "turn" and row.lane in named:
                named[row.lane][row.first] = self.recording.events[row.first].get("call", "").split(".")[-1]
        several = (rows for rows in named.values() if len(set(rows.values())) > 1)
        return {first: name for rows in several for first, name in rows.items()}

    def says(self, row: Beat) -> str:
        """Return the words or the act of a person."""
        acts = [event for event in self.recording.events[row.first : row.last + 1] if event["ev"] in ACTS]
        said = "".join(plain(event["value"]) for event in acts if event["ev"] == "sends")
        words = {"connects": str(_("connects")), "closes": str(_("leaves"))}
        if said and any(event["ev"] == "connects" for event in acts):
            said = f"{words['connects']} · {said}"
        name = self.recording.lanes[row.lane]["name"]
        if self.narrow and not said:
            return name
        text = said or next((words[event["ev"]] for event in reversed(acts) if event["ev"] in words), "")
        return f"{name} {text}" if text and len(self.people) > 1 else text

    def sent(self, row: Beat) -> list[tuple[int, str]]:
        """Return the texts that are sent to persons in a row: (lane, text)."""
        gone: dict[int, str] = {}
        for event in self.recording.events[row.first : row.last + 1] if row.kind == "turn" else ():
            if event["ev"] == "io" and event["call"] in ("send", "sendall") and event.get("size") and "peer" in event:
                gone[event["peer"]] = gone.get(event["peer"], "") + plain(event["value"])
        return list(gone.items())

    def written(self, span: Span) -> str:
        """Return the text in the box of a value: of a task that only stands in a queue, the name."""
        return plain(span.value) or span.value or self.recording.lanes[span.lane]["name"]

    def taken(self, row: Beat) -> str:
        """Return the value that is sent into a generator."""
        event = self.recording.events[row.first]
        return event.get("value", "") if self.answering and event["ev"] == "resume" else ""

    def given(self, row: Beat) -> str:
        """Return the value that a generator gives: it is written on the line that goes back."""
        if not self.answering or row.kind != "turn" or row.turns[-1].end not in ("yield", "return"):
            return ""
        value, receiver = row.turns[-1].value, self.receiver(row)
        same = self._column.get(row.lane, row.lane) == self._column.get(receiver, receiver)
        return "" if value == "None" or same else value

    def receiver(self, row: Beat) -> int:
        """Return the lane that has control when a row is over; a thread hands over to no other lane."""
        r = self.recording
        return row.lane if r.recorded and row.kind == "turn" else r.folded[r.moments[row.last].stack[-1]]


def slots(found: Sequence[Span], row_of: Callable[[int], int] = int) -> list[list[Span]]:
    """Divide spans so that no two of a list last at the same time, nor begin in the same row."""
    free: list[list[Span]] = []
    for span in sorted(found, key=lambda each: each.first):
        ended = (each for each in free if each[-1].last <= span.first)
        slot = next((each for each in ended if row_of(each[-1].first) < row_of(span.first)), None)
        if slot is None:
            free.append(slot := [])
        slot.append(span)
    return free
