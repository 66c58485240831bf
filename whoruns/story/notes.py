"""The notes on each turn of a run: all of them in the table, beside the drawing those that have room (``label.py``)."""
from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

from whoruns.events import ACTS, ENDS, NO_FAULT, Kind
from whoruns.story.beats import Beat
from whoruns.story.recording import Recording
from whoruns.story.replay import stands
from whoruns.story.sentences import (
    FEW,
    answered,
    cancels,
    ended,
    hands,
    holders,
    leap,
    line_up,
    said,
    shortened,
    state_words,
    strikes,
    untold,
    who,
    woken,
)
from whoruns.story.turns import Turn
from whoruns.wording import _

CODE = frozenset({"print", "note", "log", "queue", "code", "answer"})
"""Kinds of notes that are written as code."""

KINDS: dict[Kind, str] = {
    "print": "print", "log": "log", "io": "code", "waits": "waits", "wakes": "answer", "looks": "answer",
    **dict.fromkeys(ACTS, "act"),
}
"""The kind of the note, for each kind of event that is told."""

LONG = 3
"""So many lines a turn prints that is longer than a turn should be."""

OVER = frozenset({"sleep", "accept", "recv", "sendall"})
"""Calls whose end needs no note: their results are told, or nothing is."""


@dataclass(frozen=True)
class Note:
    """Something that is said of a turn: the event at which it is so, its kind, and the text."""

    event: int
    kind: str
    text: str


class Notes:
    """The notes on the turns of those rows that are shown, in order; none of turns before the first one."""

    def __init__(self, recording: Recording, rows: Sequence[Beat]) -> None:
        special: dict[int, list[Note]] = {}
        for note in [*abandoned(recording), *jumps(recording), *preempted_again(recording)]:
            special.setdefault(note.event, []).append(note)
        gaps = [row for row in rows if row.kind == "gap"]
        self.all: list[Note] = []
        told = False  # something of the queues, of the turn before
        for before, turn in zip([None, *recording.turns], recording.turns):
            if any(gap.first <= turn.first and turn.last < gap.last for gap in gaps):
                continue  # of the last one in a gap, it is asked what was told
            here = [note for number in range(turn.first, turn.last + 1) for note in happened(recording, number, turn)]
            here += [note for number in range(turn.first, turn.last + 1) for note in special.get(number, ())]
            here += starving(recording, turn)
            over = before is not None and before.lane not in recording.calls and before.end == "return" and not told
            here += queued(recording, turn, over=over and turn.lane == 0)
            here = sorted((note for note in here if note.event >= recording.first_event), key=lambda note: note.event)
            told = any(note.kind == "queue" for note in here)
            again = [note.kind == old.kind == "note" and note.text == old.text for old, note in pairwise(here)]
            self.all += [note for note, said_before in zip(here, [False, *again]) if not said_before]
        self._events = [note.event for note in self.all]

    def of(self, row: Beat) -> list[Note]:
        """Return the notes on a row."""
        if row.kind == "gap":
            return []
        return self.all[bisect_left(self._events, row.first) : bisect_right(self._events, row.last)]


def happened(recording: Recording, number: int, turn: Turn) -> Iterator[Note]:
    """Yield the notes on an event, if it is more than that a line is run or that control comes."""
    event = recording.events[number]
    kind = event["ev"]
    if "note" in event:
        yield Note(number, "note", event["note"])
    if words := untold(event):
        yield Note(number, "untold", words)
    if words := hands(recording, number):
        yield Note(number, "woken", words)
    if number == turn.first and (got := answered(recording, number)):
        yield Note(number, "gets", got)
    if kind in ENDS and number == turn.last and turn.end:
        if recording.recorded and kind == "preempted":
            return  # of threads: they are interrupted all the time
        text = _("passes it on") if turn.passing else ended(recording, turn.end, turn.value, turn.passed)
        yield from [Note(number, "fails" if turn.end == "raise" else "end", text)] if text else []
        if words := holders(recording, number):
            yield Note(number, "woken", words)
    elif kind == "waits" or (kind in KINDS and not (kind == "wakes" and event["call"] in OVER)):
        yield Note(number, KINDS[kind] if kind != "wakes" or event.get("ready") else "waits", said(recording, event))
    if words := woken(recording, number):
        yield Note(number, "woken", words)


def caught(recording: Recording, row: Beat) -> Iterator[Note]:
    """Yield notes on the errors that come up in a row and do not end its task: the call that is ended last by each."""
    for number in range(row.first, row.last + 1):
        event, following = (recording.events[n] if n < len(recording.events) else None for n in (number, number + 1))
        value = event.get("value", "") if event and event["ev"] == "raise" else ""
        if not value or value.startswith(NO_FAULT) or number in recording.turn_ends:
            continue
        if not following or (following["ev"], following.get("value")) != ("raise", value):
            yield Note(number, "caught", f"✗ {value}")


def struck(recording: Recording, row: Beat) -> Iterator[Note]:
    """Yield notes on the deadlines that strike in a row, and on the cancellations: of many, on the first ones."""
    numbers = range(row.first, row.last + 1)
    told = [strikes(recording, strike) for number in numbers for strike in recording.strikes.get(number, ())]
    for number in numbers:
        event = recording.events[number]
        if event["ev"] == "cancels" and "whom" in event:
            by, whom = (recording.folded[lane] for lane in (event["lane"], event["whom"]))
            if by or (whom, recording.time(number)) not in recording.struck:
                told.append(cancels(recording, by, whom))
    yield from (Note(row.last, "struck", text) for text in shortened([*dict.fromkeys(told)], FEW))


def jumps(recording: Recording) -> Iterator[Note]:
    """Note where the clock has gone on without a wait."""
    for number in sorted(recording.leaps):
        if number > recording.first_event:
            yield Note(number, "jump", leap(recording, number))


def abandoned(recording: Recording) -> Iterator[Note]:
    """Note tasks that are made and never resumed, thrown away, or lost, where it happens."""
    words = state_words()
    last = recording.moments[-1].states
    for task in recording.tasks:
        state, since = last[task], recording.courses[task].first(last[task])
        if state in ("made", "dropped", "lost") and since is not None:
            yield Note(since, state, _("{who}: {what}").format(who=who(recording, task), what=words[state]))


def preempted_again(recording: Recording) -> Iterator[Note]:
    """Note tasks that have had the core and are put back into the queue, unasked."""
    for task in recording.tasks:
        course = recording.courses[task]
        for number, change in zip(course.since[1:], pairwise(course.states)):
            if change == ("core", "ready"):
                yield Note(number, "rung", _("the time of {who} is up").format(who=who(recording, task)))


def starving(recording: Recording, turn: Turn) -> Iterator[Note]:
    """Note on a long turn the tasks that are ready all the time and do not get one."""
    printed = [n for n in range(turn.first, turn.last + 1) if recording.events[n]["ev"] == "print"]
    if turn.lane <= 0 or len(printed) < LONG:
        return
    courses = ((task, recording.courses[task]) for task in recording.tasks)
    same = ((task, course, course.at(turn.first)) for task, course in courses)
    ready = [
        who(recording, task) for task, course, place in same
        if course.states[place] == "ready" and place == course.at(turn.last)
    ]
    if ready:
        names = reduce(lambda one, other: _("{one}, {other}").format(one=one, other=other), shortened(ready))
        yield Note(printed[-1], "starving", _("in the queue all this time: {names}").format(names=names))


def queued(recording: Recording, turn: Turn, over: bool) -> list[Note]:
    """Note the queues that have got something in a turn, or have dropped cancelled items.

    `over`: a task has ended, and is not put back; then the rest is noted.
    """
    found: list[Note] = []
    growing: dict[str, Note] = {}
    for number in range(turn.first, turn.last + 1):
        changes, begins = recording.changes.get(number, ()), number == recording.first_event == turn.first
        if not changes and not begins:
            continue
        old, new = (recording.moments[n].queues if n >= 0 else {} for n in (number - 1, number))
        for name in new:
            before, after = old.get(name, ()), new[name]
            moved = [(stands(item, recording.folded), by) for queue, item, by in changes if queue == name]
            dropped = any(by < 0 and item.cancelled and item not in after for item, by in moved)
            if dropped and name in growing:
                found.append(growing.pop(name))
            more = any(by > 0 and before.count(item) < after.count(item) for item, by in moved)
            if dropped or (begins and after) or more:
                growing[name] = Note(number, "queue", line_up({name: after}))
    if over and not found and not growing:
        start = recording.moments[turn.first - 1].queues
        left = {name: items for name, items in start.items() if recording.queues[name] == "ready"}
        found = [Note(turn.first, "queue", line_up(left))] if left else []
    return found + list(growing.values())

