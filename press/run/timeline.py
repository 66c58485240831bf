"""The timeline of a recorded run, as SVG.

Time goes down. A column is a lane: persons, the operating system, the loop, the tasks. A bar is a turn.
What travels between two lanes is an arrow with its value on it; what lies in a buffer of the operating
system lies in its column. Between its turns a task's line shows its state, in a pattern of its own, so
that colour is not needed.
"""
from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from sphinx.locale import _

from press.events import OS
from press.run.columns import Columns
from press.run.key import draw_key
from press.run.lives import Life
from press.run.notes import CODE, Note
from press.run.recording import Recording
from press.run.rows import ON, ROW, VALUE, Row, Rows
from press.run.scale import draw_scale
from press.run.stacks import draw_stacks
from press.run.svg import arrow, box, canvas, finish, put, wide
from press.run.system import System
from press.run.words import seconds


class Timeline:
    """Draws one recording; `told` are the notes of its turns, `ident` makes the ids of elements unique on the page."""

    def __init__(self, recording: Recording, told: Sequence[Sequence[Note]], ident: str) -> None:
        self.recording = recording
        self.ident = ident
        self.columns = Columns(recording)
        self.rows = Rows(recording, self.columns, told)

    def draw(self) -> str:
        """Return the picture."""
        svg = canvas(
            "run notranslate", self.ident, _("Timeline of {name}").format(name=self.recording.run),
            _("Time goes down; each column is somebody who can run. The table below says the same in words."),
        )
        head = self.columns.height
        bottom = self.rows.lay_out(head + 5)
        system = System(self.recording, self.columns, self.rows)
        if OS in self.columns.x:
            system.draw(svg, head, bottom)
        self.columns.draw(svg)
        for lane, x in self.columns.x.items():
            Life(self.recording, self.rows, lane, x).draw(svg, head + 2, bottom)
        for transfer in self.recording.transfers:
            system.draw_transfer(svg, transfer, bottom)
        part = put(svg, "g", class_="part"); part.set("data-run", self.recording.run)
        for number in self.rows.of_turn:
            self.turn(part, number)
        end = draw_stacks(svg, self.recording, bottom)
        end += draw_scale(svg, self.recording, end) if self.recording.timed else 0
        return finish(svg, draw_key(svg, self.recording, round(end) + 14))

    def turn(self, svg: ET.Element, number: int) -> None:
        """Draw a turn: a bar, the arrows to and from it, and the words beside it."""
        turn, rows = self.rows.turns[number], self.rows.of_turn[number]
        x = self.columns.x[turn.lane]
        inward, outward = self.rows.inward(turn), self.rows.outward(turn)
        top, end = rows[0].y, rows[-1].end
        group = put(svg, "g", class_=f"row turn {self.recording.colour(turn.lane)}")
        high, low = top - VALUE * bool(inward) - 2, end + VALUE * bool(outward) + 2
        put(group, "rect", class_="hit", x=0, width=341, y=high, height=low - high)
        if turn.lane == OS:
            if self.recording.events[turn.first]["ev"] == "looks":
                put(group, "circle", class_="bar", cx=x, cy=top + 7, r=4)
        else:
            put(group, "rect", class_="pass" if turn.passing else "bar", x=x - 4, y=top, height=end - top)
        event = self.recording.events[turn.first]["ev"]
        if turn.caller is not None and (event == "start" or not self.recording.recorded):
            self.hand(group, turn.caller, turn.lane, top + 3, "go", inward, top)
        back = self.rows.receiver(turn)
        if back is not None:
            self.hand(group, turn.lane, back, end - 3, "back", outward, end + 7)
        if self.recording.timed:
            self.time(group, rows)
        for row in rows:
            self.frame(group, row)
            for index, parts in enumerate(row.lines):
                self.write(group, row.y + ROW * index + 11, parts)

    def hand(self, group: ET.Element, start: int, end: int, y: float, kind: str, value: str, base: float) -> None:
        """Draw how control goes from one lane to another, with what is given along."""
        x = self.columns.x
        way = 1 if x[end] > x[start] else -1
        left, right = x[start] + 5 * way, x[end] - 6 * way
        arrow(group, left, right, y, kind)
        if value:
            put(group, "text", value, class_="value mid", x=(left + right) / 2, y=base)

    def time(self, group: ET.Element, rows: list[Row]) -> None:
        """Write what time it is, where it is another than before."""
        for row in rows:
            index = self.rows.all.index(row)
            now = self.recording.time(row.last)
            if index == 0 or now != self.recording.time(self.rows.all[index - 1].last):
                put(group, "text", seconds(now), class_="time", x=27, y=row.y + 10)

    def frame(self, group: ET.Element, row: Row) -> None:
        """Draw a frame around each output, however many lines it takes."""
        frames: list[tuple[int, int, float]] = []
        for index, (kind, text) in enumerate(line[0] for line in row.lines):
            if kind == "print":
                frames.append((index, 1, wide(text)))
            elif kind == f"print {ON}":
                first, count, width = frames.pop()
                frames.append((first, count + 1, max(width, wide(text))))
        for first, count, width in frames:
            box(group, "out", self.rows.text_x - 3, row.y + ROW * first + 1, width + 6, ROW * count - 1)

    def write(self, group: ET.Element, base: float, parts: list[tuple[str, str]]) -> None:
        """Write a line of what is said of a turn."""
        left: float = self.rows.text_x
        for kind, text in parts:
            kind = kind.removesuffix(f" {ON}")
            put(group, "text", text, class_=kind, x=left, y=base)
            left += wide(text, kind in CODE) + 9
