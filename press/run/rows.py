"""The rows of a timeline: what is written beside each turn, line by line, and where it stands."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from press.run.columns import Columns
from press.run.notes import CODE, Note
from press.run.recording import Recording
from press.run.svg import WIDTH, wide, wrapped
from press.run.transfers import Transfer
from press.run.turns import Turn

ROW, GAP, VALUE = 14, 4, 9
"""Height of a row of text, what is left free between two turns, and what a value on an arrow takes."""
ON = "on"
"""Stands after the kind of a note in the lines that go on with it."""
OUTPUT = CODE - {"queue"}
"""Beside these stands how the turn ends, if there is room; beside a queue it would be said of who is in it."""


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


class Rows:
    """All rows of a recording, and those of each turn that is drawn; `lay_out` gives them their places."""

    def __init__(self, recording: Recording, columns: Columns, told: Sequence[Sequence[Note]]) -> None:
        """`told` are the notes of each turn."""
        self.recording = recording
        self.columns = columns
        self.text_x = columns.edge + 9
        self.turns = dict(enumerate(recording.turns[recording.first_turn :], recording.first_turn))
        self.all = [row for number in self.turns for row in self._split(number, told[number])]
        self.of_turn = {number: list(rows) for number, rows in groupby(self.all, lambda row: row.turn)}

    def _split(self, number: int, told: Sequence[Note]) -> Iterator[Row]:
        """Return the rows of a turn; what is short shares a row with how the turn ends."""
        turn = self.turns[number]
        room = WIDTH - self.text_x
        row = Row(number, max(turn.first, self.recording.first_event), turn.last, [])
        for note in told:
            lines = wrapped(note.text, room - 3 * (note.kind == "print"), note.kind in CODE | {"fails"})
            text = [[(note.kind if index == 0 else f"{note.kind} {ON}", line)] for index, line in enumerate(lines)]
            last = row.lines[-1][0] if row.lines else ("", "")
            short = last[0] in OUTPUT and wide(last[1]) + 9 + wide(note.text, code=False) < room
            if note.kind == "end" and short:
                row.lines[-1].append((note.kind, note.text))
            elif row.lines and note.event > row.first:
                yield Row(number, row.first, note.event - 1, row.lines)
                row = Row(number, note.event, turn.last, text)
            else:
                row.lines += text
        yield row

    def lay_out(self, top: float) -> float:
        """Give each row its place; return where the last one ends."""
        y = top
        for number, rows in self.of_turn.items():
            turn = self.turns[number]
            inward, outward = self.inward(turn), self.outward(turn)
            for row in rows:
                moved = any(self._moves(transfer, row) for transfer in self.recording.transfers)
                called = turn.caller is not None and row in (rows[0], rows[-1])
                least = (20 if called else 14) if moved else 6 if turn.lane <= 0 else 10
                row.y = y + VALUE * (row is rows[0] and bool(inward))
                row.height = max(least, ROW * len(row.lines))
                y = row.end
            last = rows[-1]
            last.height = max(last.height, 18) if outward and len(rows) == 1 else last.height
            y = last.end + GAP + VALUE * bool(outward)
        return y

    def _moves(self, transfer: Transfer, row: Row) -> bool:
        """Say whether something is sent or taken in a row."""
        return any(event is not None and row.first <= event <= row.last for event in (transfer.left, transfer.taken))

    def level(self, event: int) -> float:
        """Return the height at which something is sent or taken at an event: clear of the arrow that resumes."""
        row = self.at(event)
        called = self.turns[row.turn].caller is not None and row is self.of_turn[row.turn][0]
        return row.y + (10 if called else 7)

    def at(self, event: int) -> Row:
        """Return the row of an event; of one before the drawing begins, the first."""
        return next((row for row in self.all if event <= row.last), self.all[-1])

    def inward(self, turn: Turn) -> str:
        """Return the value that is sent into a generator, if values are sent at all."""
        event = self.recording.events[turn.first]
        return event.get("value", "") if self.columns.answering and event["ev"] == "resume" else ""

    def outward(self, turn: Turn) -> str:
        """Return the value that a generator gives, if there is room for it on the arrow."""
        if not self.columns.answering or turn.end not in ("yield", "return") or turn.value in ("", "None"):
            return ""
        x, back = self.columns.x, self.receiver(turn)
        return turn.value if back is not None and wide(turn.value) < abs(x[turn.lane] - x[back]) else ""

    def receiver(self, turn: Turn) -> int | None:
        """Return the lane that a turn hands control back to; a thread hands over to nobody."""
        if not turn.end or self.recording.recorded:
            return None
        return self.recording.folded[self.recording.moments[turn.last].stack[-1]]
