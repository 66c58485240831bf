"""Where things stand beside each other in the drawing of a run: persons, the system, lanes, tracks, labels."""
from __future__ import annotations

from math import fsum
from typing import NamedTuple

from whoruns.drawing.contents import DEADLINE, MOST, Contents, Track
from whoruns.drawing.svg import MONO, SANS, wide
from whoruns.wording import _

ANSWERING, PEOPLE, NARROW = 68, 62, 250
"""Widths: of a lane between whose lines values are written, of persons, and of a drawing that has little room, since
others stand beside it."""
LABELS = 100
"""So much room is left for the texts beside the rows, if names can stand on two lines."""
HELD, BESIDE = 10, 5
"""So far from the line of its lane stands what a lane holds, and so far beside it the next thing."""
OUT, NO_LABELS = 16, 84
"""So much room is kept for the sign of output; in so much, beside that, nothing is written."""


class Head(NamedTuple):
    """A name above a column: its text, the classes of that, where it stands, and how high: 0 is the lowest level."""

    text: str
    kind: str
    x: float
    level: int = 0
    lane: int | None = None
    """The lane whose name it is, of tasks and functions."""


def is_narrow(left: float, right: float) -> bool:
    """Say whether a recording has little room, since others stand beside it."""
    return right - left < NARROW


def slot(narrow: bool) -> int:
    """Return how wide an entry of a heap is."""
    return 30 if narrow else 40


class Columns:
    """The places of all things from `left` to `right`: `x` of each lane, of tracks, persons and labels."""

    aslant = False
    """Whether the names of the lanes stand aslant, and the texts of deadlines go down."""
    marked = False
    """Whether the names have the marks of their lanes."""
    beside = BESIDE
    """How far two things that a lane holds stand apart."""
    who = 0.0
    """The room before the words of a row for the name of the one who runs."""

    def __init__(self, contents: Contents, left: float, right: float) -> None:
        self.contents, self.left, self.right = contents, left, right
        narrow = contents.narrow
        self.slot = slot(narrow)
        self._rail, self._lane = (20, 22) if narrow else (30, 28)
        self.functions = dict(contents.functions)
        """Those of the functions that are called for whose names there is room."""
        self.lying: list[tuple[float, Track]] = []
        self.tracks: list[tuple[float, Track]] = []
        self.x: dict[int, float] = {}
        self.people_x = left + 2
        x = self._place_os()
        shown = self._fitting(x)
        self.left_out = len(contents.tracks) - len(shown)
        """How many tracks of deadlines have no room."""
        x = self._place_lanes(x, sum(track.width for track in shown))
        for track in shown:
            self.tracks.append((x + 3, track))
            x += track.width
        self.label_x = x + 6
        self.heads = self._heads()
        """The names above the columns."""
        self.height = 20.0 + 15 * max(head.level for head in self.heads)
        """How high they are."""

    def _place_os(self) -> float:
        """Give a place to all that lies in the operating system, behind the persons; return where the loop's begins."""
        contents, x = self.contents, self.left
        if contents.people:
            texts = [contents.says(row) for row in contents.rows if row.kind == "act"]
            texts += [text for row in contents.rows for _lane, text in contents.sent(row)]
            x += min(max([PEOPLE * (not contents.narrow), *map(wide, texts)]) + 12 + 6 * contents.narrow, 150)
        for track in contents.lying:
            self.lying.append((x + 4, track))
            x += track.width + 12 * (track is contents.lying[-1])
        return x

    def _fitting(self, x: float) -> list[Track]:
        """Return the tracks for which there is room beside the lanes, which begin at `x`; deadlines are left out."""
        contents = self.contents
        others = sum(track.width for track in contents.tracks if track.head) + self._rail
        lanes = (len(contents.lanes) + bool(contents.crowd) + 2 * bool(contents.dropped)) * self._lane
        deadlines = [track for track in contents.tracks if not track.head]
        fitting = deadlines[: max(1, int((self.right - x - others - lanes) / DEADLINE))]
        return [track for track in contents.tracks if track.head or track in fitting]

    def _place_lanes(self, x: float, tracks: float) -> float:
        """Give each lane its place, if the tracks have this width; return where they end."""
        contents = self.contents
        self.x[0] = x + self._rail / 2
        x += ANSWERING if contents.answering and not contents.narrow else self._rail
        beside = tracks + (self._lane + 10) * bool(contents.dropped)
        beside += self._lane * bool(contents.crowd)
        for lane, (width, middle) in self._widths(self.right - x - beside).items():
            self.x[lane] = x + middle
            x += width
        if contents.crowd:
            self.x |= dict.fromkeys(contents.crowd, x + self._lane / 2)
            x += self._lane
        if contents.dropped:
            self.x |= dict.fromkeys(contents.dropped, x + self._lane / 2)
            x += self._lane + 10
        return x

    def _widths(self, room: float) -> dict[int, tuple[float, float]]:
        """Return for each lane how wide it is, and where its line is in it: with room for names, if there is any."""
        contents, lanes = self.contents, self.contents.lanes
        if contents.variables:
            texts = [f"{name}={span.value}" for name, held in contents.variables.items() for span in held]
            each = min(max(map(wide, texts)) + 17, room / len(lanes))
            return dict.fromkeys(lanes, (each, 6.0))
        least = float(ANSWERING if contents.answering else self.slot if contents.timers else self._lane)
        if len(lanes) >= MOST - 2:
            least = min(least, room / len(lanes))
        names = {lane: max(least, wide(contents.recording.lanes[lane]["name"]) + 8) for lane in lanes}
        calls = dict.fromkeys(lanes, 0.0)
        for row in contents.rows:
            if row.first in self.functions:
                calls[row.lane] = max(calls[row.lane], wide(self.functions[row.first]) + 4)
        full = room
        room -= LABELS * (not contents.narrow and not any(track.head for track in contents.tracks))
        if fsum(names.values()) + fsum(calls.values()) <= room:
            return {lane: (names[lane] + calls[lane], names[lane] / 2) for lane in lanes}
        if least * len(names) + fsum(calls.values()) > room:
            self.functions.clear()
            calls = dict.fromkeys(lanes, 0.0)
        spare = full - least * len(names) - fsum(calls.values()) - OUT
        if 0 < spare < NO_LABELS:  # nothing is written there: the names need it
            least += spare / len(names)
        return {lane: (least + calls[lane], least / 2) for lane in lanes}

    def _named(self) -> list[Head]:
        """Return the names of the columns, on one level."""
        contents, r = self.contents, self.contents.recording
        loop = r.lanes[0]["name"]
        found = [Head(loop, "head loop", max(self.left * contents.narrow, self.x[0] + 10 - wide(loop)))]
        for lane in contents.lanes:
            name, kind, x = r.lanes[lane]["name"], f"head {r.colour(lane)}", self.x[lane]
            (kind, x) = (kind, x - 5) if contents.variables else (f"{kind} mid", x)
            found.append(Head(name, kind, x, lane=lane))
        if contents.crowd:
            found.append(Head(f"+{len(contents.crowd)}", "head loop mid", self.x[contents.crowd[0]]))
        tracks = {track.head: x for x, track in reversed(self.tracks) if track.head}
        found += [Head(head, "head own", x + 2) for head, x in tracks.items()]
        found += [Head(track.head, "head os", x) for x, track in self.lying[:1]]
        found += [Head(str(_("people")), "side", self.people_x)] if contents.people else []
        if self.left_out:
            deadlines = [x for x, track in self.tracks if not track.head]
            found.append(Head(f"+{self.left_out}", "side", max(deadlines, default=self.label_x) + 10))
        return found

    def _heads(self) -> list[Head]:
        """Place the names above the columns; one that has no room stands higher."""
        ends: list[float] = []
        placed = []
        for head in sorted(self._named(), key=lambda each: each.x):
            width = wide(head.text, SANS if head.kind == "side" else MONO)
            x = head.x - max(0, head.x + width / (2 if "mid" in head.kind else 1) - self.right)
            start = x - width / 2 if "mid" in head.kind else x
            level = next((number for number, end in enumerate(ends) if end + 5 <= start), len(ends))
            ends[level : level + 1] = [start + width]
            placed.append(head._replace(x=x, level=level))
        return placed
