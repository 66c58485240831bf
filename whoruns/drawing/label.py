"""The text beside a row of the drawing: four lines at most, but all output; table and panel have the rest."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from whoruns.drawing.svg import BOLD, MONO, SANS, wide, wrapped
from whoruns.events import rounded
from whoruns.story.beats import Beat
from whoruns.story.notes import CODE, Note, Notes, caught, struck
from whoruns.story.recording import Recording
from whoruns.story.sentences import holders
from whoruns.text import break_lines, brief

LINES = 4
"""At most so many, but all that is printed, and all deadlines and cancellations that are told."""
NARROW = 76
"""Units beside which nothing is written: ten letters."""
RANK = (
    "print", "log", "note", "fails", "caught", "struck", "lost", "dropped", "made", "starving", "rung", "jump",
    "asks", "end", "waits",
)
"""Kinds of notes, in the order of their worth; no others stand beside the drawing."""
TYPED = CODE | {"asks", "caught"}
"""Kinds that are written as code."""


@dataclass(frozen=True)
class Line:
    """A line of text, and its kind."""

    kind: str
    text: str

    @property
    def style(self) -> str:
        """The classes of the text."""
        return f"{self.kind} mono" if self.kind in TYPED else self.kind


@dataclass
class Label:
    """The lines beside the beats of a recording, in `room` units; `people`: persons' words stand elsewhere.

    `on_arrows` says whether a value that is handed over in a beat is written there.
    """

    recording: Recording
    told: Notes
    room: float
    people: bool
    on_arrows: Callable[[Beat], bool]
    troubles: bool = False
    """Errors that are caught, deadlines that strike, and cancellations are told as well."""

    def of(self, beat: Beat) -> list[Line]:
        """Return the lines that stand beside a beat."""
        if beat.kind in ("setup", "rest", "gap") or self.room < NARROW or (beat.kind == "wait" and self.people):
            return []
        found = list(self.asked(beat, self.told.of(beat)))
        if self.troubles:
            found += [*caught(self.recording, beat), *struck(self.recording, beat)]
        best = sorted(found, key=lambda note: RANK.index(note.kind))
        broken = {note: self.wrapped(note) for note in found}
        kept, lines = set[Note](), 0
        for note in best:
            more = lines + len(broken[note])
            if note.kind in ("print", "struck") or more <= LINES:
                kept.add(note)
                lines = more
        return [line for note in found if note in kept for line in broken[note]]

    def prints(self, beat: Beat) -> bool:
        """Say whether something is printed in a beat of the story."""
        told = any(note.kind == "print" for note in self.told.of(beat))
        return told and beat.kind not in ("setup", "rest")

    def asked(self, beat: Beat, here: list[Note]) -> Iterator[Note]:
        """Return the notes that may be written; the requests of a task, one or several, are one of them."""
        over = [note for note in here if note.kind == "end" and note.event >= self.ends(beat) and not nameless(beat)]
        for note in here:
            told = note.kind in RANK[:-2] or (note.kind == "waits" and note is here[0])
            if told and (beat.kind != "act" or note.kind == "print"):
                yield note
        if beat.kind != "turn":
            return
        if requests := self.requests(beat):
            whole = Note(beat.last, "asks", " · ".join(requests))
            yield whole if len(self.wrapped(whole)) < LINES else replace(whole, text=" · ".join(once(requests)))
        ends = not (self.recording.kernel or self.on_arrows(beat) or beat.passing)
        yield from over if ends and not (requests and beat.turns[-1].end == "yield") else []

    def requests(self, beat: Beat) -> list[str]:
        """Return the requests of a task in a beat; without a kernel, only if there are several."""
        r = self.recording
        if r.kernel:
            own = (number for number in range(beat.first, beat.last + 1) if r.events[number]["lane"] == beat.lane)
            asked = [number for number in own if r.events[number]["ev"] == "yield" and "request" in r.events[number]]
            return [
                " · ".join(filter(None, [brief(call(*r.events[number]["request"])), holders(r, number)]))
                for number in asked
            ]
        several = beat.turns if len(beat.turns) > 1 else []
        return [wish(turn.value) for turn in several if turn.end == "yield" and turn.value != "None"]

    def ends(self, beat: Beat) -> int:
        """Return the event with which a beat's lane gives control back for the last time."""
        return beat.turns[-1].last if beat.turns else beat.last

    def wrapped(self, note: Note) -> list[Line]:
        """Break a note into lines that have room; one longer than four of them is cut between words."""
        letter = MONO if note.kind in TYPED else BOLD if note.kind == "fails" else SANS
        lines = wrapped(note.text, self.room, letter)
        if note.kind == "print":  # as a terminal does it
            lines = break_lines(note.text, self.room, wide, prose=False)
        if len(lines) > LINES and note.kind != "print":
            lines = [*lines[: LINES - 1], lines[LINES - 1] + " …"]
        return [Line(note.kind, line) for line in lines]


def nameless(beat: Beat) -> bool:
    """Say whether a task passes on a value that tells a reader nothing: a future that has only a number, or None."""
    return bool(beat.turns) and beat.turns[-1].passed and bool(re.fullmatch(r"None|<Future \d+>", beat.turns[-1].value))


def call(name: str, *args: str) -> str:
    """Return a request as a reader would say it: `sleep(5)`; its task without an address."""
    told = [rounded(text) for text in args if not re.match(r"<\w+ \d+>$", text)]
    texts = [re.sub(r"<\w+ ([^<>]*)>|<(\w+)>", r"\1\2", text) for text in told]
    return f"{name}({', '.join(texts)})" if texts else name


def wish(value: str) -> str:
    """Return the value that a task yields without its socket: of `(<socket Ann>, READ)` it is `READ`."""
    return re.sub(r"^\(<[^<>]*>, (\w+)\)$", r"\1", value)


def once(requests: list[str]) -> list[str]:
    """Return each repeated request once: `spawn ×3`."""
    names = [request.split("(")[0] for request in requests]
    return [
        f"{name}\u00a0×{names.count(name)}" if names.count(name) > 1 else request
        for number, (name, request) in enumerate(zip(names, requests)) if name not in names[:number]
    ]


def plain(text: str) -> str:
    """Return bytes as a reader types them: without quotes, the end of a line as a sign."""
    return re.sub(r"^b?(['\"])(.*)\1$", r"\2", text).replace("\\n", "⏎")
