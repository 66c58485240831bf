"""The rows of the drawing of a recording: their heights, and the height of each event."""
from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from whoruns.drawing.contents import Contents
from whoruns.drawing.label import Label, Line
from whoruns.drawing.svg import SANS, wrapped
from whoruns.story.beats import Beat, own_end
from whoruns.story.sentences import left_out

TURN, AGAIN, SENT, VALUE, PASSING, ACT, THIN, LINE, GAP = 26, 9, 20, 11, 22, 24, 12, 17, 26
"""Heights: of a row with a turn, of each further one in it, of a text to another person, of a value on a line,
of a row that passes a value on, of one with an act, of one outside the story, of a line of text, of a gap besides
its text."""
SHORTEST = 22
"""The least height of a wait."""


@dataclass
class Row:
    """A beat, and where it is drawn."""

    beat: Beat
    lines: list[Line]
    y: float = 0
    height: float = 0
    printed: bool = False
    """Whether something is printed in it."""
    endless: bool = False
    """Whether the process waits, and the recording ends with that."""
    passes: bool = False
    """Whether time goes by in it."""

    @property
    def end(self) -> float:
        """Where it ends."""
        return self.y + self.height


class Layout:
    """The rows of one recording, `width` wide."""

    def __init__(self, contents: Contents, label: Label, width: float) -> None:
        r = self.recording = contents.recording
        self.contents = contents
        self.rows = [Row(beat, label.of(beat), printed=label.prints(beat)) for beat in contents.rows]
        last = self.rows[-1]
        last.endless = last.beat.kind == "wait" and bool(r.moments[-1].asleep)
        for row in self.rows:
            goes_by = row.beat.kind == "gap" and r.time(row.beat.first) != r.time(row.beat.last)
            row.passes = (row.beat.kind in ("wait", "leap") and not row.endless) or goes_by
            if row.beat.kind == "gap":
                words = left_out(r, row.beat.first, row.beat.last, row.beat.rows)
                row.lines = [Line("jump", line) for line in wrapped(words, width - 12, SANS)]

    def least(self, row: Row) -> float:
        """Return the height that a row needs."""
        beat, text = row.beat, LINE * len(row.lines)
        if beat.kind in ("setup", "rest"):
            return THIN
        if beat.kind == "gap":
            return text + GAP
        if beat.kind in ("wait", "leap"):
            return max(SHORTEST, text + 4)
        if beat.kind == "act":
            return max(ACT, text + 7)
        values = VALUE * (bool(self.contents.taken(beat)) + bool(self.contents.given(beat)))
        more = SENT * max(0, len(self.contents.sent(beat)) - 1) + AGAIN * (len(beat.turns) - 1)
        return max((PASSING if beat.passing else TURN) + values + more, text + 11)

    def time(self, row: Row) -> float:
        """Return the time of a row; of one in which time goes by, when that is over."""
        r, beat = self.recording, row.beat
        if beat.kind == "rest":
            return r.time(self.rows[-2].beat.last)
        if beat.kind == "wait" and r.moments[beat.last].asleep and beat is not self.rows[-1].beat:
            return r.time(beat.last + 1)  # a person acts, and the process waits still
        return r.time(beat.last)

    def leaps(self, row: Row) -> bool:
        """Say whether the clock is moved in a turn."""
        return row.beat.kind == "turn" and self.recording.time(row.beat.first) < self.time(row)

    def stretch(self) -> None:
        """Let rows in which time goes by begin where the row before ends, though there is more to tell."""
        for earlier, row in pairwise(self.rows):
            if row.passes or self.leaps(row):
                row.y, row.height = earlier.end, row.end - earlier.end

    def y(self, event: int) -> float:
        """Return the y of an event: the middle of its turn or act, or the end if it comes after; of a wait, an end."""
        row = self.rows[self.contents.row_of(event)]
        if event > row.beat.last or row.beat.kind == "setup" or (row.endless and event > row.beat.first):
            return row.end
        if row.endless:
            return row.y
        middle = row.y + row.height / 2
        if row.beat.kind == "gap":
            return middle
        if row.passes:
            return row.end if self.recording.time(event) == self.time(row) else row.y
        if row.beat.kind == "turn":
            return self._y_in_turns(row, event)
        return row.y if row.beat.kind == "rest" else middle if event <= own_end(self.recording, row.beat) else row.end

    def _y_in_turns(self, row: Row, event: int) -> float:
        """Return the y of an event in a turn: at an end of a bar, in its middle, or between two bars."""
        if event > own_end(self.recording, row.beat):
            return row.end
        if event == row.beat.first < row.beat.turns[-1].last:  # it tells what the loop has done just before
            return row.y
        turns, (top, end) = row.beat.turns, self.bar(row)
        number = min(bisect_left(turns, event, key=lambda turn: turn.last), len(turns) - 1)
        high, low = (top + (end - top) * edge / len(turns) for edge in (number, number + 1))
        turn = turns[number]
        return low if event == turn.last and turn.end else high if event <= turn.first else (high + low) / 2

    def bar(self, row: Row) -> tuple[float, float]:
        """Return the top and the end of the bar in a row."""
        return row.y + 4 + VALUE * bool(self.contents.taken(row.beat)), row.end - 4

    def bars(self, row: Row) -> list[tuple[float, float]]:
        """Return from where to where each turn of a row is drawn."""
        (top, end), number = self.bar(row), max(1, len(row.beat.turns))
        edges = [top + (end - top) * turn / number for turn in range(number + 1)]
        return list(pairwise(edges))


WAITS, LONGEST = 240, 64
"""Heights that all waits together should have, and of the longest one."""


def lay_out(parts: Sequence[Layout], top: float) -> tuple[dict[float, float], float]:
    """Give each row its place: the same time is at the same height, and between two times waits are to scale.

    Return the height of each time, and where all ends. The time that is left out in a gap has no scale.
    """
    begins = {part.recording.time(part.rows[0].beat.first) for part in parts if part.rows[0].passes}
    times = sorted(begins | {part.time(row) for part in parts for row in part.rows})
    gaps = {part.time(row) for part in parts for row in part.rows if row.beat.kind == "gap"}
    longest = max((later - time for time, later in pairwise(times) if later not in gaps), default=1)
    scale = min(LONGEST, max(SHORTEST + 4, WAITS / max(1, len(times) - 1))) / longest
    y, ticks = top, dict[float, float]()
    rows_at: dict[tuple[Layout, float], list[Row]] = {}
    for part in parts:
        for row in part.rows:
            rows_at.setdefault((part, part.time(row)), []).append(row)
    for before, time in zip([times[0], *times], times):
        here = [(part, rows_at.get((part, time), [])) for part in parts]
        least = [part.least(row) for part, rows in here for row in rows if row.passes]
        gap = max([scale * (time - before) * (time not in gaps), *least])
        for row in (row for _part, rows in here for row in rows if row.passes):
            row.y, row.height = y, gap
        y = ticks[time] = y + gap
        ends = [y]
        for part, rows in here:
            end = ticks[time]
            for row in rows:
                if not row.passes:
                    row.y, row.height = end, part.least(row)
                    end = row.end
            ends.append(end)
        y = max(ends)
    for part in parts:
        part.stretch()
    return ticks, y
