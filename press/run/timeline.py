"""The timeline of a recorded run, as SVG.

Time goes down. A column is a lane: persons, the operating system, the loop, the tasks. A bar is a turn.
What travels between two lanes is an arrow with its value on it; what lies in a buffer of the operating
system lies in its column. Between its turns a task's line shows its state, in a pattern of its own, so
that colour is not needed.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from xml.etree import ElementTree as ET

from sphinx.locale import _

from press.run.beside import CANCELLED, CODE, Note, begin, notes, seconds, timers
from press.run.columns import Columns
from press.run.events import ENDS, OS, QUEUES
from press.run.key import draw_key
from press.run.piles import draw_piles
from press.run.recording import Recording
from press.run.strip import draw_strip
from press.run.svg import WIDTH, arrow, box, canvas, finish, folded, put, wide
from press.run.transfers import Transfer
from press.run.turns import Turn

ROW, GAP, VALUE = 14, 4, 9
"""Height of a row of text, what is left free between two turns, and what a value on an arrow takes."""
CONNECTION = 5
"""Half the width of a connection that lies in the operating system."""


@dataclass
class Row:
    """A part of a turn: what is so from event `first` to event `last`, and what is written beside it."""

    turn: int
    first: int
    last: int
    lines: list[list[tuple[str, str]]]
    y: float = 0
    height: float = 0

    @property
    def end(self) -> float:
        """Where the row ends."""
        return self.y + self.height


class Timeline:
    """Draws one recording; `ident` makes the ids of its elements unique on the page."""

    def __init__(self, recording: Recording, ident: str) -> None:
        self.recording = recording
        self.ident = ident
        self.begin = begin(recording)
        self.turns = dict(enumerate(recording.turns[recording.drawn :], recording.drawn))
        values = {value for event, value in recording.sent.items() if event >= self.begin}
        self.answering = bool(values - {"None"})
        self.columns = Columns(recording, self.answering)
        self.x = self.columns.x
        self.text_x = self.columns.edge + 9
        told = notes(recording)
        self.rows = [row for number in self.turns for row in self.split(number, told[number])]
        self.of_turn = {number: list(rows) for number, rows in groupby(self.rows, lambda row: row.turn)}
        self.used: dict[str, None] = {}

    # What is written

    def split(self, number: int, told: list[Note]) -> Iterator[Row]:
        """Return the rows of a turn; what is short shares a row with how the turn ends."""
        turn = self.turns[number]
        room = WIDTH - self.text_x
        row = Row(number, max(turn.first, self.begin), turn.last, [])
        for note in told:
            text = [[(note.kind, line)] for line in folded(note.text, room, note.kind in CODE | {"fails"})]
            last = row.lines[-1][0] if row.lines else ("", "")
            short = last[0] in CODE and wide(last[1]) + 9 + wide(note.text, code=False) < room
            if note.kind == "end" and short:
                row.lines[-1].append((note.kind, note.text))
            elif row.lines and note.event > row.first:
                yield Row(number, row.first, note.event - 1, row.lines)
                row = Row(number, note.event, turn.last, text)
            else:
                row.lines += text
        yield row

    def place(self, top: float) -> float:
        """Give each row its place; return where the last one ends."""
        y = top
        for number, rows in self.of_turn.items():
            turn = self.turns[number]
            inward, outward = self.inward(turn), self.outward(turn)
            for row in rows:
                moved = any(self.moves(transfer, row) for transfer in self.recording.transfers)
                called = turn.caller is not None and row in (rows[0], rows[-1])
                least = (20 if called else 14) if moved else 6 if turn.lane <= 0 else 10
                row.y = y + VALUE * (row is rows[0] and bool(inward))
                row.height = max(least, ROW * len(row.lines))
                y = row.end
            last = rows[-1]
            last.height = max(last.height, 18) if outward and len(rows) == 1 else last.height
            y = last.end + GAP + VALUE * bool(outward)
        return y

    def moves(self, transfer: Transfer, row: Row) -> bool:
        """Say whether something is sent or taken in a row."""
        return any(place is not None and row.first <= place <= row.last for place in (transfer.left, transfer.taken))

    def level(self, event: int) -> float:
        """Return the height at which something is sent or taken at an event: clear of the arrow that resumes."""
        row = self.row_at(event)
        called = self.turns[row.turn].caller is not None and row is self.of_turn[row.turn][0]
        return row.y + (10 if called else 7)

    def row_at(self, event: int) -> Row:
        """Return the row of an event; of one before the drawing begins, the first."""
        return next((row for row in self.rows if event <= row.last), self.rows[-1])

    def inward(self, turn: Turn) -> str:
        """Return the value that is sent into a generator, if values are sent at all."""
        return self.recording.sent.get(turn.first, "") if self.answering else ""

    def outward(self, turn: Turn) -> str:
        """Return the value that a generator gives, if there is room for it on the arrow."""
        if not self.answering or turn.end not in ("yield", "return") or turn.value in ("", "None"):
            return ""
        back = self.caller(turn)
        return turn.value if back is not None and wide(turn.value) < abs(self.x[turn.lane] - self.x[back]) else ""

    def caller(self, turn: Turn) -> int | None:
        """Return the lane that a turn hands control back to; a thread hands over to nobody."""
        if not turn.end or self.recording.recorded:
            return None
        return self.recording.folded[self.recording.moments[turn.last].stack[-1]]

    # What is drawn

    def draw(self) -> str:
        """Return the picture."""
        svg = canvas(
            "run notranslate", self.ident, _("Timeline of {name}").format(name=self.recording.run),
            _("Time goes down; each column is somebody who can run. The table below says the same in words."),
        )
        head = self.columns.height
        bottom = self.place(head + 5)
        if OS in self.x:
            self.band(svg, head, bottom)
        self.columns.draw(svg)
        for lane in self.columns.lanes:
            self.life(svg, lane, head + 2, bottom)
        for transfer in self.recording.transfers:
            self.lying(svg, transfer, bottom)
        for number in self.of_turn:
            self.turn(svg, number)
        end = draw_piles(svg, self.recording, bottom)
        end += draw_strip(svg, self.recording, self.begin, end) if self.recording.timed else 0
        return finish(svg, draw_key(svg, self.recording, self.used, round(end) + 14))

    def use(self, *kinds: str) -> None:
        """Note what has been drawn, for the key."""
        self.used.update(dict.fromkeys(kinds))

    def band(self, svg: ET.Element, top: float, bottom: float) -> None:
        """Draw the operating system, and the frames in which the process waits in it."""
        left, width = self.x[OS] - self.columns.buffer / 2, self.columns.buffer
        box(svg, "band", left, top, width, bottom - top)
        for wait in self.recording.waits:
            if wait.last >= self.begin:
                start, end = self.row_at(wait.first).y, self.row_at(wait.last)
                height = end.y + (end.height if end.lines else 0) - start
                box(svg, "asleep", left + 1.5, start, width - 3, height)
                self.use("asleep")

    def life(self, svg: ET.Element, lane: int, top: float, bottom: float) -> None:
        """Draw the line of a lane: for a task, what state it is in between its turns."""
        x = self.x[lane]
        if lane == OS:
            return
        if lane not in self.recording.tasks:
            put(svg, "path", d=f"M{x:g} {top:g}V{bottom:g}", class_="axis")
            self.use("axis")
            return
        course = [(row, *self.during(row, lane)) for row in self.rows]
        colour = self.recording.colour(lane)
        for (state, _timers), group in groupby(course, lambda each: each[1:]):
            rows = [each[0] for each in group]
            if state not in ("none", "run", "done", "taken"):
                first, last = self.rows.index(rows[0]), self.rows.index(rows[-1])
                start = self.rows[first - 1].end if first else rows[0].y
                end = self.rows[last + 1].y if last + 1 < len(self.rows) else bottom
                self.line(svg, x, start, end, f"{state} {colour}")
                self.use(state)
        for row, before in zip(self.rows, [None, *self.rows]):
            known = timers(self.recording, lane, before.last)[0] if before else None
            cancelled = [text.removeprefix(CANCELLED).strip() for text in timers(self.recording, lane, row.last)[1]]
            if cancelled and (known is None or any(text in known for text in cancelled)):
                y = row.y - 4 if self.turns[row.turn].lane == lane else row.y + 5
                put(svg, "path", d=f"M{x - 4:g} {y - 4:g}l8 8m0 -8l-8 8", class_=f"cross {colour}")
                self.use("cross")
        ended = next((row for row in self.rows if self.state(row.last, lane) == "done"), None)
        if ended is not None and self.state(self.begin, lane) != "done":
            put(svg, "path", d=f"M{x - 6:g} {ended.end + 1:g}h12", class_="done")
            self.use("done")

    def line(self, svg: ET.Element, x: float, start: float, end: float, kind: str) -> None:
        """Draw a state: a line, or a tube for who waits for an inner one."""
        if kind.startswith("calls"):
            box(svg, kind, x - 3, start, 6, end - start)
        else:
            put(svg, "path", d=f"M{x:g} {start:g}V{end:g}", class_=kind)

    def state(self, event: int, lane: int) -> str:
        """Return the state of a task after an event."""
        return self.recording.moments[event].states[lane]

    def during(self, row: Row, lane: int) -> tuple[str, tuple[str, ...]]:
        """Return the state of a task during a row, and the timers that are set for it."""
        turn = self.turns[row.turn]
        gives_back = row.last == turn.last and self.recording.events[row.last]["ev"] in ENDS
        event = row.last - gives_back
        if turn.lane == 0:  # who is taken from a queue is drawn as one who is in it, until it is resumed
            before = max(row.first - 1, 0)
            event = row.first if self.state(row.first, lane) == "ready" else event
            taken = self.state(event, lane) in ("taken", "none") and self.state(before, lane) in QUEUES
            event = before if taken else event
        state = self.state(event, lane)
        valid, cancelled = timers(self.recording, lane, event)
        if state in QUEUES and cancelled and not valid:
            state = "unwanted"
        return state, valid or cancelled if state in ("sleep", "unwanted") else ()

    def lying(self, svg: ET.Element, transfer: Transfer, bottom: float) -> None:
        """Draw what is given to the operating system: how it gets there, how it lies there, and how it is taken."""
        if (transfer.taken is not None and transfer.taken < self.begin) or self.kept_back(transfer):
            return
        events, folds = self.recording.events, self.recording.folded
        colour, x = self.recording.colour(transfer.person), self.berth(transfer)
        y = self.level(transfer.left)
        text = transfer.text if transfer.kind == "data" else "b''" if transfer.kind == "end" else ""
        half = wide(text) / 2 + 2 if text else CONNECTION
        edge = self.columns.buffer / 2 - 2
        middle = min(max(x, self.x[OS] - edge + half), self.x[OS] + edge - half)
        group = put(svg, "g", class_=f"sent {colour}")
        if transfer.taken is not None:
            taken = self.level(transfer.taken)
            lane = folds[events[transfer.taken]["lane"]]
            put(group, "path", d=f"M{x:g} {y:g}V{taken:g}", class_="lying")
            way = 1 if self.x[lane] > x else -1
            arrow(group, x, self.x[lane] - 6 * way, taken, "data")
        else:
            put(group, "path", d=f"M{x:g} {y:g}V{bottom:g}", class_="lying")
        lane = folds[events[transfer.left]["lane"]]
        way = 1 if self.x[lane] < x else -1
        if transfer.left >= self.begin:
            arrow(group, self.x[lane] + 5 * way, middle - half * way, y, "data")
        if text:
            box(group, "chip", middle - half, y - 6, 2 * half, 12)
            put(group, "text", text, class_="value mid", x=middle, y=y + 3)
            self.use("chip", "end of data") if transfer.kind == "end" else self.use("chip")
        else:
            put(group, "circle", class_="chip", cx=middle, cy=y, r=CONNECTION)
            self.use("connection")
        self.use("data")

    def kept_back(self, transfer: Transfer) -> bool:
        """Say whether a transfer is left out: the end of data that nobody reads, because both have closed."""
        return transfer.kind == "end" and transfer.taken is None

    def berth(self, transfer: Transfer) -> float:
        """Return where something lies in the operating system: a place for each person and direction."""
        place = self.columns.persons.index(transfer.person)
        count = len(self.columns.persons)
        return self.x[OS] + (8 * (place - count) + 2 if transfer.inwards else 8 * (count - place) - 2)

    def turn(self, svg: ET.Element, number: int) -> None:
        """Draw a turn: a bar, the arrows to and from it, and the words beside it."""
        turn, rows, x = self.turns[number], self.of_turn[number], self.x[self.turns[number].lane]
        inward, outward = self.inward(turn), self.outward(turn)
        top, end = rows[0].y, rows[-1].end
        colour, place = self.recording.colour(turn.lane), number - self.recording.drawn
        group = put(svg, "g", class_=f"turn {colour}", data_turn=place)
        high, low = top - VALUE * bool(inward) - 2, end + VALUE * bool(outward) + 2
        put(group, "rect", class_="hit", y=high, height=low - high)
        if turn.lane == OS:
            if self.recording.events[turn.first]["ev"] == "looks":
                put(group, "circle", class_="bar", cx=x, cy=top + 7, r=4)
                self.use("looks")
        else:
            put(group, "rect", class_="pass" if turn.passing else "bar", x=x - 4, y=top, height=end - top)
            self.use("pass" if turn.passing else "run")
        event = self.recording.events[turn.first]["ev"]
        if turn.caller is not None and (event == "start" or not self.recording.recorded):
            self.hand(group, turn.caller, turn.lane, top + 3, "go", inward, top)
        back = self.caller(turn)
        if back is not None:
            self.hand(group, turn.lane, back, end - 3, "back", outward, end + 7)
        if self.recording.timed:
            self.time(group, rows)
        for row in rows:
            for place, parts in enumerate(row.lines):
                self.write(group, row.y + ROW * place + 11, parts)

    def hand(self, group: ET.Element, start: int, end: int, y: float, kind: str, value: str, base: float) -> None:
        """Draw how control goes from one lane to another, with what is given along."""
        way = 1 if self.x[end] > self.x[start] else -1
        left, right = self.x[start] + 5 * way, self.x[end] - 6 * way
        arrow(group, left, right, y, kind)
        self.use(kind)
        if value:
            put(group, "text", value, class_="value mid", x=(left + right) / 2, y=base)

    def time(self, group: ET.Element, rows: list[Row]) -> None:
        """Write what time it is, where it is another than before."""
        for row in rows:
            place = self.rows.index(row)
            now = self.recording.time(row.last)
            if place == 0 or now != self.recording.time(self.rows[place - 1].last):
                put(group, "text", seconds(now), class_="time", x=27, y=row.y + 10)

    def write(self, group: ET.Element, base: float, parts: list[tuple[str, str]]) -> None:
        """Write a line of what is said of a turn."""
        left: float = self.text_x
        for kind, text in parts:
            width = wide(text, kind in CODE)
            if kind == "print":
                box(group, "out", left - 3, base - 10, width + 6, 13)
                self.use("print")
            put(group, "text", text, class_=kind, x=left, y=base)
            left += width + 9
