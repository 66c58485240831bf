"""What is said of each turn of a run: all of it in the table, beside the drawing what has room there (``label.py``)."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

from whoruns.events import ACTS, ENDS, Kind
from whoruns.story.recording import Recording
from whoruns.story.replay import Queues
from whoruns.story.sentences import answered, ended, leap, line_up, said, state_words, who, woken
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
"""Calls of which it need not be said that their wait is over: what they have given is said, or nothing is."""


@dataclass(frozen=True)
class Note:
    """Something that is said of a turn: the event at which it is so, its kind, and the text."""

    event: int
    kind: str
    text: str


def notes(recording: Recording) -> list[list[Note]]:
    """Return for each turn what is said of it, in order; nothing of what comes before the drawing begins."""
    first = recording.first_event
    special = [*abandoned(recording), *jumps(recording), *starving(recording), *preempted_again(recording)]
    found: list[list[Note]] = []
    for before, turn in zip([None, *recording.turns], recording.turns):
        here = [note for number in range(turn.first, turn.last + 1) for note in happened(recording, number, turn)]
        here += [note for note in special if turn.first <= note.event <= turn.last]
        told = any(note.kind == "queue" for note in found[-1]) if found else False
        over = before is not None and before.lane not in recording.calls and before.end == "return" and not told
        here += queued(recording, turn, over=over and turn.lane == 0)
        here = sorted((note for note in here if note.event >= first), key=lambda note: note.event)
        again = [note.kind == old.kind == "note" and note.text == old.text for old, note in pairwise(here)]
        found.append([note for note, said_before in zip(here, [False, *again]) if not said_before])
    return found


def happened(recording: Recording, number: int, turn: Turn) -> Iterator[Note]:
    """Say what an event is, if more happens in it than that a line is run or that control comes."""
    event = recording.events[number]
    kind = event["ev"]
    if "note" in event:
        yield Note(number, "note", event["note"])
    if number == turn.first and (got := answered(recording, number)):
        yield Note(number, "gets", got)
    if kind in ENDS and number == turn.last and turn.end:
        if recording.recorded and kind == "preempted":
            return  # of threads: they are interrupted all the time
        text = _("passes it on") if turn.passing else ended(recording, turn.end, turn.value, turn.passed)
        yield from [Note(number, "fails" if turn.end == "raise" else "end", text)] if text else []
    elif kind == "waits" or (kind in KINDS and not (kind == "wakes" and event["call"] in OVER)):
        yield Note(number, KINDS[kind] if kind != "wakes" or event.get("ready") else "waits", said(kind, event))
    if number in recording.wakers:
        yield Note(number, "woken", woken(recording, number))


def jumps(recording: Recording) -> Iterator[Note]:
    """Say where the clock has gone on although nobody has waited."""
    for number in sorted(recording.leaps):
        if number > recording.first_event:
            yield Note(number, "jump", leap(recording, number))


def abandoned(recording: Recording) -> Iterator[Note]:
    """Say who is made and never resumed, who is thrown away, and who is lost, where it happens."""
    words = state_words()
    last = recording.moments[-1].states
    for task in recording.tasks:
        for state in ("made", "dropped", "lost"):
            if last[task] == state:
                since = next(n for n, moment in enumerate(recording.moments) if moment.states[task] == state)
                yield Note(since, state, _("{who}: {what}").format(who=who(recording, task), what=words[state]))


def preempted_again(recording: Recording) -> Iterator[Note]:
    """Say who has had the core and is put back into the queue: nobody asked it."""
    for number, (old, new) in enumerate(pairwise(recording.moments), 1):
        for task in recording.tasks:
            if old.states[task] == "core" and new.states[task] == "ready":
                yield Note(number, "rung", _("the time of {who} is up").format(who=who(recording, task)))


def starving(recording: Recording) -> Iterator[Note]:
    """Say of a turn that is long who is ready all the time and does not get one."""
    for turn in recording.turns:
        events = range(turn.first, turn.last + 1)
        printed = [number for number in events if recording.events[number]["ev"] == "print"]
        ready = [
            who(recording, task) for task in recording.tasks
            if all(recording.moments[number].states[task] == "ready" for number in events)
        ]
        if turn.lane > 0 and len(printed) >= LONG and ready:
            names = reduce(lambda one, other: _("{one}, {other}").format(one=one, other=other), ready)
            words = _("in the queue all this time: {names}").format(names=names)
            yield Note(printed[-1], "starving", words)


def queued(recording: Recording, turn: Turn, over: bool) -> list[Note]:
    """Say what stands in the queues that have got something in a turn, or have dropped what was cancelled.

    `over`: somebody has ended, and is not put back; then it is said who is left.
    """
    found: list[Note] = []
    growing: dict[str, Note] = {}
    start: Queues = recording.moments[turn.first - 1].queues if turn.first else {}
    old = start
    for number in range(turn.first, turn.last + 1):
        new = recording.moments[number].queues
        for name in new:
            before, after = old.get(name, ()), new[name]
            dropped = [item for item in before if item.cancelled and item not in after]
            stands = number == recording.first_event == turn.first and after
            if dropped and name in growing:
                found.append(growing.pop(name))
            if dropped or stands or any(item not in before for item in after):
                growing[name] = Note(number, "queue", line_up({name: after}))
        old = new
    if over and not found and not growing:
        left = {name: items for name, items in start.items() if recording.queues[name] == "ready"}
        found = [Note(turn.first, "queue", line_up(left))] if left else []
    return found + list(growing.values())


def timers(recording: Recording, lane: int, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what stands for a lane after an event: among the sleepers, and what counts no more in any queue."""
    queues = recording.moments[number].queues
    own = [(name, item) for name, items in queues.items() for item in items if item.lane == lane]
    cancelled = tuple(item.text for _name, item in own if item.cancelled)
    sleeping = (item.text for name, item in own if recording.queues[name] == "sleep" and not item.cancelled)
    return tuple(sleeping), cancelled
