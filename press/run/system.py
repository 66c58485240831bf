"""The operating system in a timeline: the frames in which the process waits there, and what lies in its buffers."""
from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree as ET

from press.events import OS
from press.run.columns import Columns
from press.run.recording import Recording
from press.run.rows import Rows
from press.run.svg import arrow, box, put, wide
from press.run.transfers import Transfer

CONNECTION = 5
"""Half the width of a connection that lies there."""


@dataclass(frozen=True)
class System:
    """The column of the operating system."""

    recording: Recording
    columns: Columns
    rows: Rows

    def draw(self, svg: ET.Element, top: float, bottom: float) -> None:
        """Draw the operating system, and the frames in which the process waits in it."""
        left, width = self.columns.x[OS] - self.columns.buffer / 2, self.columns.buffer
        box(svg, "band", left, top, width, bottom - top)
        for wait in self.recording.waits:
            if wait.last >= self.recording.first_event:
                start, end = self.rows.at(wait.first).y, self.rows.at(wait.last)
                height = end.y + (end.height if end.lines else 0) - start
                box(svg, "asleep", left + 1.5, start, width - 3, height)

    def draw_transfer(self, svg: ET.Element, transfer: Transfer, bottom: float) -> None:
        """Draw what is given to the operating system: how it gets there, how it lies there, and how it is taken."""
        if transfer.taken is None and transfer.kind == "end":
            return  # nobody reads it: the other side has closed as well
        if transfer.taken is not None and transfer.taken < self.recording.first_event:
            return
        x, y = self.buffer_x(transfer), self.rows.level(transfer.left)
        text = transfer.text if transfer.kind == "data" else "b''" if transfer.kind == "end" else ""
        half = wide(text) / 2 + 2 if text else CONNECTION
        middle, edge = self.columns.x[OS], self.columns.buffer / 2 - 2
        chip = min(max(x, middle - edge + half), middle + edge - half)
        group = put(svg, "g", class_=f"sent {self.recording.colour(transfer.person)}")
        if transfer.taken is not None:
            taken, taker = self.rows.level(transfer.taken), self.x_of(transfer.taken)
            put(group, "path", d=f"M{x:g} {y:g}V{taken:g}", class_="lying")
            arrow(group, x, taker - (6 if taker > x else -6), taken, "data")
        else:
            put(group, "path", d=f"M{x:g} {y:g}V{bottom:g}", class_="lying")
        if transfer.left >= self.recording.first_event:
            giver = self.x_of(transfer.left)
            way = 1 if giver < x else -1
            arrow(group, giver + 5 * way, chip - half * way, y, "data")
        if text:
            box(group, "chip", chip - half, y - 6, 2 * half, 12)
            put(group, "text", text, class_="value mid", x=chip, y=y + 3)
        else:
            put(group, "circle", class_="chip", cx=chip, cy=y, r=CONNECTION)

    def x_of(self, event: int) -> float:
        """Return the middle of the lane that gives or takes at an event."""
        return self.columns.x[self.recording.folded[self.recording.events[event]["lane"]]]

    def buffer_x(self, transfer: Transfer) -> float:
        """Return where something lies in the operating system: each person has a buffer for each direction."""
        index, count = self.columns.persons.index(transfer.person), len(self.columns.persons)
        return self.columns.x[OS] + (8 * (index - count) + 2 if transfer.inwards else 8 * (count - index) - 2)
