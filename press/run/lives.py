"""The lines of the lanes of a timeline: for a task, what state it is in between its turns."""
from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from xml.etree import ElementTree as ET

from press.events import ENDS, OS, QUEUES
from press.run.notes import timers
from press.run.recording import Recording
from press.run.rows import Row, Rows
from press.run.svg import box, put

UNDRAWN = frozenset({"none", "run", "done", "taken", "dropped"})
"""States that have no line: there is nothing yet, a bar, nothing any more."""


@dataclass(frozen=True)
class Life:
    """The line of a lane, whose middle is `x`; the operating system has none."""

    recording: Recording
    rows: Rows
    lane: int
    x: float

    def draw(self, svg: ET.Element, top: float, bottom: float) -> None:
        """Draw the line: for a task, what state it is in between its turns."""
        if self.lane in self.recording.tasks:
            if self.recording.moments[-1].states[self.lane] == "dropped":
                self.draw_dropped(svg)
            else:
                self.draw_states(svg, bottom)
                self.draw_ends(svg)
        elif self.lane != OS:
            self.draw_axis(svg, top, bottom)

    def draw_axis(self, svg: ET.Element, top: float, bottom: float) -> None:
        """Draw the line of who is no task: another one where the process waits in a call that this lane has made."""
        x, y, path, waiting = f"M{self.x:g} ", top, "", ""
        for wait in self.recording.waits:
            if wait.last >= self.recording.first_event and self.recording.folded[wait.lane] == self.lane:
                start, end = self.rows.at(wait.first).y, self.rows.at(wait.last).end
                waiting += f"{x}{start:g}V{end:g}"
                path, y = f"{path}{x}{y:g}V{start:g}", end
        put(svg, "path", d=f"{path}{x}{y:g}V{bottom:g}", class_="axis")
        if waiting:
            put(svg, "path", d=waiting, class_=self.kind("read"))

    def draw_dropped(self, svg: ET.Element) -> None:
        """Draw a stub for who is thrown away before it has begun, where that happens."""
        since = next(n for n in range(len(self.recording.moments)) if self.state_after(n) == "dropped")
        put(svg, "path", d=f"M{self.x:g} {self.rows.at(since).y + 2:g}v8m-4 0h8", class_=self.kind("dropped"))

    def draw_states(self, svg: ET.Element, bottom: float) -> None:
        """Draw a line for each stretch in one state, or with one timer; for who waits for an inner one, a tube."""
        rows = self.rows.all
        course = [(index, *self.during(row)) for index, row in enumerate(rows)]
        for (state, _timers), group in groupby(course, lambda each: each[1:]):
            indices = [index for index, *_state in group]
            first, last = indices[0], indices[-1]
            start = rows[first - 1].end if first else rows[0].y
            end = rows[last + 1].y if last + 1 < len(rows) else bottom
            if state == "calls":
                box(svg, self.kind(state), self.x - 3, start, 6, end - start)
            elif state not in UNDRAWN:
                put(svg, "path", d=f"M{self.x:g} {start:g}V{end:g}", class_=self.kind(state))

    def draw_ends(self, svg: ET.Element) -> None:
        """Draw a cross where a timer is cancelled, and a stroke where the task has finished."""
        rows, x = self.rows.all, self.x
        for row, before in zip(rows, [None, *rows]):
            known = timers(self.recording, self.lane, before.last)[0] if before else None
            _valid, crossed = timers(self.recording, self.lane, row.last)
            if crossed and not self.recording.kernel and (known is None or any(text in known for text in crossed)):
                crossing = timers(self.recording, self.lane, row.first)[1] == crossed  # or else after what is written
                y = row.y + 5 if crossing else row.end - 5
                left = x + 6 if self.rows.turns[row.turn].lane == self.lane else x - 4  # beside the bar, not under it
                put(svg, "path", d=f"M{left:g} {y - 4:g}l8 8m0 -8l-8 8", class_=self.kind("cross"))
        ended = next((row for row in rows if self.state_after(row.last) == "done"), None)
        if ended is not None and self.state_after(self.recording.first_event) != "done":
            put(svg, "path", d=f"M{x - 6:g} {ended.end + 1:g}h12", class_="done")

    def during(self, row: Row) -> tuple[str, tuple[str, ...]]:
        """Return the state of a task during a row, and the timers that are set for it."""
        turn = self.rows.turns[row.turn]
        event = row.last - (row.last == turn.last and self.recording.events[row.last]["ev"] in ENDS)
        if turn.lane == 0:  # who is taken from a queue is drawn as one who is in it, until it is resumed
            before = max(row.first - 1, 0)
            if self.state_after(row.first) == "ready":
                event = row.first
            elif self.state_after(event) in ("taken", "none") and self.state_after(before) in QUEUES:
                event = before
        state = self.state_after(event)
        valid, cancelled = timers(self.recording, self.lane, event)
        if state == "cancelled":
            return "unwanted", cancelled
        return state, valid if state == "sleep" else ()

    def state_after(self, event: int) -> str:
        """Return the state of the task after an event."""
        return self.recording.moments[event].states[self.lane]

    def kind(self, state: str) -> str:
        """Return the class of a stroke, with that of the lane's colour."""
        return f"{state} {self.recording.colour(self.lane)}"
