"""Where things stand in a large drawing: it is as wide as it has to be, and its words have a column of their own.

Each lane has a column as wide as its name, if all the names have room side by side; else the names stand aslant. The
deadlines that strike a lane stand in its column. Such a drawing may be scrolled: so the words of a row begin with the
name of the one who runs.
"""
from __future__ import annotations

from math import inf, radians, sin

from whoruns.drawing.columns import ANSWERING, HELD, Columns, Head
from whoruns.drawing.contents import DEADLINE, Contents, Track, slots
from whoruns.drawing.label import Label
from whoruns.drawing.svg import SANS, wide
from whoruns.story.sentences import seconds

WORDS = 235
"""Width of the column of words, beside the names in it."""
LANE = 24
"""Width of a lane whose name stands aslant."""
STRAIGHT = 560
"""In so much, names stand side by side."""
ASLANT = 50
"""Degrees by which the others are turned."""
UPRIGHT = 18
"""Width of a deadline beside whose bracket the text goes down."""
ROWS, ROOM = 30, 150
"""A drawing with more rows than these is a large one, and so is one with less room for words."""


def is_large(label: Label, columns: Columns) -> bool:
    """Say whether a recording has too much for a small drawing: rows, names, deadlines, or words that are long."""
    contents = columns.contents
    words = (word for row in contents.rows for note in label.told.of(row) for word in note.text.split())
    return bool(
        len(contents.rows) > ROWS or label.room < ROOM or contents.crowd or columns.left_out
        or any(head.level > 1 for head in columns.heads) or any(wide(word) > label.room for word in words)
    )


class LargeColumns(Columns):
    """The places of all things from `left` on; `right` is where they end."""

    beside = HELD

    def __init__(self, contents: Contents, left: float) -> None:
        lanes = contents.lanes
        found = [span for track in contents.tracks if not track.head for span in track.spans]
        self._held = {lane: slots([each for each in found if each.lane == lane], contents.row_of) for lane in lanes}
        names = [contents.recording.lanes[lane]["name"] for lane in [*lanes, *contents.crowd]]
        self.aslant = sum(wide(name) + 8 for name in names) > STRAIGHT
        texts = [f"→{seconds(float(span.value))}" for span in found]
        self._deadline = UPRIGHT if self.aslant else max([DEADLINE, *(wide(text, SANS) + 12 for text in texts)])
        """How wide one is."""
        super().__init__(contents, left, inf)
        self.who = max(map(wide, names)) + 10
        self.label_x += self.who
        self.right = self.label_x + WORDS
        self.marked = any(map(contents.recording.mark, lanes))
        higher = [height(head.text) for head in self.heads if "slant" in head.kind]
        self.height = max([self.height, *(20 + each for each in higher)]) + 12 * self.marked

    def _fitting(self, x: float) -> list[Track]:
        """Return the tracks beside the lanes; deadlines stand in the lanes."""
        return [track for track in self.contents.tracks if track.head]

    def _place_lanes(self, x: float, tracks: float) -> float:
        """Give each lane its place, and the deadlines in it theirs; return where they end."""
        if not self.aslant:
            self._rail = max(self._rail, round(wide(self.contents.recording.lanes[0]["name"])) + 8)
        x = super()._place_lanes(x, tracks)
        self.left_out = 0
        for lane, held in self._held.items():
            for number, each in enumerate(held):
                place = self.x[lane] + self._beside() + number * self._deadline
                self.tracks.append((place, Track("", self._deadline, each)))
        return x

    def _widths(self, room: float) -> dict[int, tuple[float, float]]:
        """Return for each lane how wide it is, and where its line is in it."""
        contents = self.contents
        least = float(ANSWERING if contents.answering else self.slot if contents.timers else LANE)
        calls = {row.lane: 0.0 for row in contents.rows}
        for row in contents.rows:
            calls[row.lane] = max(calls[row.lane], wide(self.functions.get(row.first, "")))
        found = {}
        for lane in contents.lanes:
            name = 0 if self.aslant else wide(contents.recording.lanes[lane]["name"]) + 8
            half = max(least, name) / 2
            deadlines = (self._beside() + len(self._held[lane]) * self._deadline) * bool(self._held[lane])
            held = len(contents.held[lane])
            left = max(half, 6 + HELD * held) if held else half
            found[lane] = left + max(half, deadlines, calls.get(lane, 0) + 13), left
        return found

    def _beside(self) -> float:
        """Return how far from the line of its lane a deadline stands."""
        return self.slot / 2 if self.contents.timers else 6

    def _heads(self) -> list[Head]:
        """Place the names above the columns."""
        return [self._turned(head) for head in self._named()] if self.aslant else super()._heads()

    def _named(self) -> list[Head]:
        """Return the names of the columns, that of the loop in its middle."""
        loop, *others = super()._named()
        return [loop._replace(kind="head loop mid", x=self.x[0]), *others]

    def _turned(self, head: Head) -> Head:
        """Return a name as it stands aslant; those of tracks beside the lanes don't."""
        return head._replace(kind=head.kind.replace("mid", "slant"))


def height(name: str) -> float:
    """Return how high a name is that stands aslant."""
    return wide(name) * sin(radians(ASLANT)) + 8
