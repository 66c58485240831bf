"""The timeline of a recorded run, as SVG.

Time goes down. A column is a lane: peers, the operating system, the loop, the tasks. A bar is a
turn; a solid arrow starts or resumes a task, a dashed one hands control back. Between its turns a
task's line shows its state, in a pattern of its own, so that colour is not needed.
"""
from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from xml.etree import ElementTree as ET

from sphinx.locale import _

from press.run.events import OS
from press.run.recording import Recording
from press.run.svg import CHARACTER, WIDTH, canvas, finish, put, wide, wide_words
from press.run.turns import Turn
from press.run.words import line_up, state_words, told, who

LANE, ROW, GAP = 27, 15, 4
"""Width of a lane, height of a row of text, and what is left free between two turns."""


class Timeline:
    """Draws one recording; `ident` makes the ids of its elements unique on the page."""

    def __init__(self, recording: Recording, ident: str) -> None:
        self.recording = recording
        self.ident = ident
        self.turns = recording.turns
        self.states = [moment.states for moment in recording.moments]
        self.columns = recording.columns
        left = 36 if recording.timed else 2
        self.x = {lane: left + LANE * place + LANE // 2 for place, lane in enumerate(self.columns)}
        self.text_x = left + LANE * len(self.columns) + 8
        names = [who(recording, lane) for lane in self.columns]
        self.tilted = max(map(wide, names)) > LANE - 3
        self.top = 12 + (round(max(map(wide, names)) * 0.72) if self.tilted else 6)
        self.rows = [self.texts(turn) for turn in self.turns]
        self.y = [self.top + 8]
        for turn, rows in zip(self.turns, self.rows):
            least = 6 if turn.lane <= 0 and not rows else 10
            self.y.append(self.y[-1] + max(least, ROW * len(rows)) + GAP)

    def texts(self, turn: Turn) -> list[list[tuple[str, str]]]:
        """Give the rows of text beside a turn; what is short shares a row with its end."""
        room = WIDTH - self.text_x
        longest = int(room / CHARACTER)
        words = told(self.recording, turn)
        parts = [(kind, text if wide(text) <= room else text[: longest - 1] + "…") for kind, text in words]
        if turn.lane == 0 and (kept := self.kept(turn)):
            parts += [("queue", line) for line in wrap(kept, longest)]
        rows: list[list[tuple[str, str]]] = []
        for kind, text in parts:
            if kind == "end" and rows and sum(wide(each) for _kind, each in rows[-1]) + wide(text) < room - 14:
                rows[-1].append((kind, text))
            else:
                rows.append([(kind, text)])
        return rows

    def kept(self, turn: Turn) -> str:
        """Give the queues at their longest in a turn of the loop, if something is kept in them with the tasks."""
        found = [moment.queues for moment in self.recording.moments[turn.first : turn.last + 1]]
        return line_up(max(found, key=lambda queues: sum(map(len, queues.values()))))

    def draw(self) -> str:
        """Give the picture."""
        bottom = self.y[-1]
        svg = canvas(
            "run notranslate", self.ident, _("A run of {code}").format(code=self.recording.entry),
            _("Time goes down; each column is somebody who can run. The table below says the same in words."),
        )
        for lane in self.columns:
            self.head(svg, lane)
            self.life(svg, lane, bottom)
        for number, turn in enumerate(self.turns):
            self.turn(svg, number, turn)
        return finish(svg, self.key(svg, bottom + 12))

    def head(self, svg: ET.Element, lane: int) -> None:
        """Write the name of a lane."""
        x, name = self.x[lane], who(self.recording, lane)
        if self.tilted:
            put(svg, "text", name, class_="head", transform=f"translate({x + 2} {self.top}) rotate(-45)")
        else:
            put(svg, "text", name, class_="head mid", x=x, y=self.top)

    def life(self, svg: ET.Element, lane: int, bottom: int) -> None:
        """Draw the line of a lane: for a task, what state it is in between its turns."""
        x = self.x[lane]
        if lane not in self.recording.tasks:
            put(svg, "path", d=f"M{x} {self.top + 6}V{bottom}", class_="axis")
            return
        start = 0
        for state, group in groupby(self.during(turn, lane) for turn in self.turns):
            end = start + len(list(group))
            if state not in ("none", "run", "done"):
                put(svg, "path", d=f"M{x} {self.y[start] - GAP}V{self.y[end] - GAP}", class_=state)
            start = end
        ended = [number for number, turn in enumerate(self.turns) if self.states[turn.last][lane] == "done"]
        if ended:
            put(svg, "path", d=f"M{x - 5} {self.y[ended[0] + 1] - GAP + 1}h10", class_="done")

    def during(self, turn: Turn, lane: int) -> str:
        """Give the state of a task during a turn; of a loop's turn, ready if it is that at either end."""
        first, last = self.states[turn.first][lane], self.states[turn.last][lane]
        if turn.lane == 0:
            return "ready" if "ready" in (first, last) else last
        return self.states[turn.last - 1][lane] if turn.end else last

    def turn(self, svg: ET.Element, number: int, turn: Turn) -> None:
        """Draw a turn: a bar, the arrows to and from it, and the words beside it."""
        top, end, x = self.y[number], self.y[number + 1] - GAP, self.x[turn.lane]
        group = put(svg, "g", class_=f"turn {self.recording.colour(turn.lane)}", data_turn=number)
        put(group, "rect", class_="hit", x=0, y=top - 2, width=WIDTH, height=end - top + GAP)
        wait = next((wait for wait in self.recording.waits if turn.first <= wait.first <= turn.last), None)
        if turn.lane == OS and wait:
            ends = (each.first <= wait.last <= each.last for each in self.turns)
            woken = self.y[list(ends).index(True) + 1] - GAP
            put(group, "rect", class_="asleep", x=x - 6, y=top, width=12, height=woken - top)
        elif turn.lane == OS:
            put(group, "circle", class_="bar", cx=x, cy=(top + end) // 2, r=4)
        else:
            kind = "pass" if turn.passing else "bar"
            put(group, "rect", class_=kind, x=x - 4, y=top, width=9, height=end - top, rx=2)
        event = self.recording.events[turn.first]["ev"]
        if turn.caller is not None and (event == "start" or not self.recording.recorded):
            arrow(group, self.x[turn.caller], x, top + 3, "go")
        if turn.end and not self.recording.recorded:  # a thread hands over to nobody
            back = turn.caller if turn.caller is not None else self.receiver(number)
            arrow(group, x, self.x[back], end - 2, "back")
        if self.recording.timed and (number == 0 or self.time(number) != self.time(number - 1)):
            seconds = _("{seconds} s").format(seconds=f"{self.time(number):g}")
            put(group, "text", seconds, class_="time", x=32, y=top + 10)
        for row, parts in enumerate(self.rows[number]):
            left, base = float(self.text_x), top + ROW * row + 11
            for kind, text in parts:
                if kind == "print":
                    width = round(wide(text)) + 6
                    put(group, "rect", class_="out", x=round(left - 3), y=base - 11, width=width, height=14, rx=2)
                put(group, "text", text, class_=kind, x=round(left), y=base)
                left += wide(text) + 9

    def receiver(self, number: int) -> int:
        """Give the lane that runs after this turn."""
        following = (turn.lane for turn in self.turns[number + 1 :] if turn.lane in self.x)
        return next(following, 0)

    def time(self, number: int) -> float:
        """Give the time of a turn in seconds."""
        return float(self.recording.events[self.turns[number].first].get("t", 0))

    def key(self, svg: ET.Element, top: int) -> int:
        """Say what the patterns mean; give the height of the whole picture."""
        used = {self.during(turn, lane) for turn in self.turns for lane in self.recording.tasks} | {"run"}
        used |= {"done"} if set(self.recording.tasks) - self.recording.calls else set()
        used |= {"pass"} if any(turn.passing for turn in self.turns) else set()
        x, y = 4, top + 4
        group = put(svg, "g", class_="key")
        for state, word in state_words(bool(self.recording.calls)).items():
            if state in used - {"none"}:
                room = 23 + round(wide_words(word)) + 12
                if x + room > WIDTH + 12:
                    x, y = 4, y + 16
                if state in ("run", "pass"):
                    kind = "bar" if state == "run" else "pass"
                    put(group, "rect", class_=kind, x=x + 5, y=y - 9, width=9, height=11, rx=2)
                else:
                    put(group, "path", d=f"M{x} {y - 4}h18", class_=state)
                put(group, "text", word, x=x + 23, y=y)
                x += room
        return y + 6


def arrow(parent: ET.Element, start: int, end: int, y: int, kind: str) -> None:
    """Draw an arrow from the bar of one lane to that of another."""
    way = 1 if end > start else -1
    tip = end - 6 * way
    put(parent, "path", d=f"M{start + 5 * way} {y}H{tip}m{-4 * way} -3l{4 * way} 3l{-4 * way} 3", class_=kind)
