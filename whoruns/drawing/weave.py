"""The drawing of recorded runs, as SVG: time goes down, control is one line, all that lasts is a span.

1. Control leaves the loop, is thick where a task runs, and comes back; it is never in two places.
2. A span is a box, a bracket or a line, from its begin to its end (``spans.py``), with its value.
3. A row is a beat (``beats.py``). Rows before the story, and after it, are thin.
4. Height is time only where nothing runs: waits are to scale among themselves.
5. Several recordings stand side by side, in common rows of time.
6. A large drawing is as wide as it has to be (``large.py``): names, times and words, which stay in sight where it is
   scrolled, are groups of their own.

400 units are as many pixels beside the panel, and 358 on a telephone; those of a large drawing are pixels everywhere.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import inf
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from whoruns.drawing.columns import HELD, Columns, Head, is_narrow, slot
from whoruns.drawing.contents import MANY, MOST, Contents
from whoruns.drawing.label import Label, plain
from whoruns.drawing.large import ASLANT, LargeColumns, is_large
from whoruns.drawing.layout import LINE, SENT, Layout, Row, lay_out
from whoruns.drawing.stacks import draw_stacks
from whoruns.drawing.svg import SANS, WIDTH, across, box, canvas, finish, put, wide
from whoruns.events import CANCELLED
from whoruns.source import FigureError
from whoruns.story import spans
from whoruns.story.beats import FEW, Most, beats
from whoruns.story.notes import Notes, caught
from whoruns.story.recording import Recording
from whoruns.story.sentences import seconds, state_words
from whoruns.story.spans import Span
from whoruns.wording import _

TIME = 40
"""Width of the times at the left edge, if none is longer."""
KEY = 720
"""The greatest width of the meanings of the strokes."""
SHORTEST_LIMIT = 24
"""The least height of a deadline along which its length is written."""
APART = 14
"""So much lies between two drawings that are as wide as they have to be."""
JUMP = "l12 -5m-12 10l12 -5"
"""Two strokes across the line of control, where the clock jumps."""
GONE = frozenset({"none", "run", "done", "dropped", "taken"})
"""States in which a task has no line: there is nothing yet, a bar, nothing any more; a taken one is about to run."""


@dataclass(frozen=True)
class View:
    """The choices of a figure's author; all else follows from the recording."""

    show: tuple[str, ...] = ()
    """Variables of tasks, or attributes, whose values are drawn."""
    queue: tuple[str, ...] = ()
    """Queues that are drawn, with the texts of the tasks in them."""
    since: float = 0
    until: float = inf
    """The seconds with which the story begins and ends."""
    titles: tuple[str, ...] = ()
    """The titles above several recordings, in place of their names."""
    most: Most = FEW

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> View:
        """Return the view of a page's options ``show``, ``queue``, ``from``, ``until`` and ``titles``."""
        show, queue, titles = (tuple(options.get(name, ())) for name in ("show", "queue", "titles"))
        return cls(show, queue, options.get("from", 0), options.get("until", inf), titles)


class Timeline:
    """One recording in the drawing, from `left` to `right`: its contents, its columns, its rows, then the strokes.

    Without a `right`, it is a large one. `troubles` says whether the errors that are caught, the deadlines that strike
    and the cancellations are told beside their rows.
    """

    def __init__(
        self, recording: Recording, view: View, left: float, right: float | None = None, title: str = "",
        troubles: bool = True,
    ) -> None:
        self.recording, self.left, self.title = recording, left, title
        self.large, self.troubles = right is None, troubles
        self.beats = beats(recording, view.since, view.until, view.most)
        self.told = Notes(recording, self.beats)
        narrow, most = right is not None and is_narrow(left, right), MANY if right is None else MOST
        has = self.contents = Contents(recording, self.beats, view.show, view.queue, narrow, slot(narrow), most)
        self.columns = LargeColumns(has, left) if right is None else Columns(has, left, right)
        self.x, self.right = self.columns.x, self.columns.right
        room = self.right - self.columns.label_x - 5
        self.label = Label(
            recording, self.told, room, bool(has.people), lambda beat: bool(has.given(beat)), troubles,
        )
        self.layout = Layout(has, self.label, room if self.large else self.right - left)

    def lane_of(self, event: int) -> int:
        """Return the lane of an event."""
        return self.recording.folded[self.recording.events[event]["lane"]]

    # The strokes

    def draw(self, svg: ET.Element, top: float) -> None:
        """Draw it; `top` is where the rows begin."""
        part = put(svg, "g", class_="part", **{"data-run": self.recording.name})
        if self.contents.narrow or self.title:
            name, kind = self.recording.name.rpartition(".")[2], "title" + " mono" * (not self.title)
            put(part, "text", self.title or name, class_=kind, x=self.left + 4, y=13)
        heads = put(part, "g", class_="names") if self.large else part
        words = put(part, "g", class_="words") if self.large else None
        for head in self.columns.heads:
            self.head(heads, head, top - 8)
        self.draw_spans(part)
        for lane in self.contents.lanes:
            self.life(part, lane)
        position, before, rows = 0, top, self.layout.rows
        for row, following in zip(rows, [*(each.y for each in rows[1:]), rows[-1].end]):
            colour = "os" if row.beat.kind == "wait" else self.recording.colour(row.beat.lane)
            group = put(part, "g", class_=f"row {row.beat.kind} {colour}")
            width, height = self.right - self.left, following - row.y
            if row.beat.kind == "gap":
                self.gap(group, row, height)
            put(group, "rect", class_="hit", x=self.left, y=row.y, width=width, height=height)
            position = self.control(group, row, position, before, following)
            before = following
            if row.beat.kind == "act":
                self.act(group, row, self.x[position])
            elif row.beat.kind == "turn":
                self.turn(group, row)
            self.write(group if words is None else put(words, "g"), row)
        if self.large:
            self.draw_deadlines(part)  # their texts stand above the lines of control
        last = next(row for row in reversed(rows) if row.beat.kind != "rest")
        if self.recording.last_event > last.beat.last:
            self.tear(part, before - 3)
        elif not self.recording.moments[self.recording.last_event].asleep:
            put(part, "path", class_="done", d=f"M{self.x[position] - 7:g} {last.end:g}h14")

    def head(self, parent: ET.Element, head: Head, y: float) -> None:
        """Write a name above a column; in a large drawing, with the mark that the lane has beside its colour."""
        if self.large and head.lane is not None:
            kind, lane = f"name {self.recording.colour(head.lane)}", {"data-lane": str(head.lane)}
            parent = put(parent, "g", class_=kind, **lane)
            if self.columns.marked:
                self.bar(parent, head.lane, y - 5, y + 4)
                y -= 12
        turned = {"transform": f"rotate(-{ASLANT} {head.x:g} {y:g})"} if "slant" in head.kind else {}
        put(parent, "text", head.text, class_=head.kind, x=head.x, y=y - 15 * head.level, **turned)

    def bar(self, parent: ET.Element, lane: int, high: float, low: float, kind: str = "bar") -> None:
        """Draw the bar of a lane, with its mark."""
        x, mark = self.x[lane], self.recording.mark(lane) * (kind == "bar")
        put(parent, "rect", class_=kind, x=x - 5, y=high, height=low - high)
        if mark:
            put(parent, "path", class_=f"mark {mark}", d=f"M{x:g} {high + 1:g}V{low - 1:g}")

    def tear(self, parent: ET.Element, y: float) -> None:
        """Draw an edge at which the drawing is torn."""
        teeth = "l5 4 5 -4" * int((self.right - self.left) / 10)
        put(parent, "path", class_="torn", d=f"M{self.left:g} {y:g}{teeth}")

    def gap(self, group: ET.Element, row: Row, height: float) -> None:
        """Draw a row that stands for many: nothing that lasts goes through it."""
        put(group, "rect", class_="gap", x=self.left, y=row.y, width=self.right - self.left, height=height)
        for y in (row.y, row.y + height - 4):
            self.tear(group, y)

    def control(self, group: ET.Element, row: Row, position: int, before: float, after: float) -> int:
        """Draw the line of control through a row, from the lane where it is; return where it is then."""
        beat, x, has = row.beat, self.x, self.contents
        if beat.kind == "gap":
            return has.receiver(beat)
        if beat.kind != "turn" or beat.lane == position == 0:
            if beat.kind == "rest" and beat.first > self.recording.last_event:
                return position  # the program has ended
            put(group, "path", class_="thread loop", d=f"M{x[position]:g} {before:g}V{after:g}")
            if beat.kind == "leap":
                put(group, "path", class_="jump", d=f"M{x[position] - 6:g} {row.y + row.height / 2:g}{JUMP}")
            return position
        (top, end), back = self.layout.bar(row), has.receiver(beat)
        own = f"M{x[position]:g} {top:g}H{x[beat.lane]:g}V{end:g}" + f"H{x[back]:g}" * (back != beat.lane)
        again = (y for y, _end in self.layout.bars(row)[1:])  # it goes back, and comes again
        own += "".join(f"M{x[back]:g} {y:g}H{x[beat.lane]:g}" for y in again)
        put(group, "path", class_="thread loop", d=f"M{x[position]:g} {before:g}V{top:g}")
        put(group, "path", class_="thread", d=own)
        put(group, "path", class_="thread loop", d=f"M{x[back]:g} {end:g}V{after:g}")
        for value, y, other in ((has.taken(beat), top, position), (has.given(beat), end, back)):
            if value and other != beat.lane:
                near, far = sorted((x[other], x[beat.lane]))
                kind, where = "mid", (near + far) / 2
                if wide(value) > far - near - 12:
                    kind, where = ("before", far - 8) if far - 8 - wide(value) > self.left else ("behind", far + 9)
                put(group, "text", value, class_=f"value mono {kind}", x=where, y=y - 4)
        return back

    def turn(self, group: ET.Element, row: Row) -> None:
        """Draw the bar of a turn, the texts to persons, the tasks that are thrown away, and the end."""
        beat, r, columns = row.beat, self.recording, self.columns
        x, (top, end) = self.x[beat.lane], self.layout.bar(row)
        for high, low in self.layout.bars(row):
            high, low = high + (high > top), low - (low < end)
            self.bar(group, beat.lane, high, low, "pass" if beat.passing else "bar")
        if beat.first in columns.functions:
            put(group, "text", columns.functions[beat.first], class_="mono", x=x + 9, y=(top + end) / 2 + 4)
        for note in caught(r, beat) if self.troubles else ():
            put(group, "path", class_="caught", d=f"M{x + 8:g} {self.layout.y(note.event) - 4:g}l8 8m0 -8l-8 8")
        for number, (person, text) in enumerate(reversed(self.contents.sent(beat))):
            y, right = end - 8 - SENT * number, columns.people_x + wide(text) + 8
            put(group, "path", class_=f"data {r.colour(person)}", d=across(x - 7, right + 3, y))
            self.boxed(group, f"got {r.colour(person)}", text, y)
        dropped = ((lane, r.courses[lane].first("dropped") or 0) for lane in self.contents.dropped)
        gone = [lane for lane, event in dropped if beat.first <= event <= beat.last]
        for number, lane in enumerate(gone):
            put(group, "path", class_="thrown", d=f"M{x + 6:g} {top + 5 + 9 * number:g}H{self.x[lane] - 5:g}m0 -4v8")
        if beat.lane and beat.turns[-1].end == "raise" and not r.recorded:
            put(group, "path", class_="failed", d=f"M{x - 6:g} {end - 3:g}l12 12m0 -12l-12 12")
        elif beat.lane and r.moments[beat.last].states[beat.lane] == "done":
            put(group, "path", class_="done", d=f"M{x - 8:g} {end:g}h16")

    def boxed(self, group: ET.Element, kind: str, text: str, y: float) -> None:
        """Draw a text that a person says or gets."""
        box(group, kind, self.columns.people_x, y - 9, wide(text) + 8, 18)
        put(group, "text", text, class_="mono", x=self.columns.people_x + 4, y=y + 4)

    def act(self, group: ET.Element, row: Row, control: float) -> None:
        """Draw the words or the act of a person: an arrow leads to control, at the place `control`."""
        text, y = self.contents.says(row.beat), row.y + row.height / 2
        if text:
            self.boxed(group, "said", text, y)
            lies = [
                x for x, track in self.columns.lying for span in track.spans
                if row.beat.first <= span.first <= row.beat.last
            ]
            end = min(lies) - 1 if lies else control - 7
            start = self.columns.people_x + wide(text) + 10
            put(group, "path", class_="data", d=across(start, end, y))

    def write(self, group: ET.Element, row: Row) -> None:
        """Write the label of a row; around output is a frame."""
        x = self.left + 8 if row.beat.kind == "gap" and not self.large else self.columns.label_x
        middle = row.y + row.height / 2 + 4.5
        top = middle - LINE * max(0, len(row.lines) - 1) / 2
        if self.large and row.beat.kind == "turn":
            lane, start = row.beat.lane, self.columns.label_x - self.columns.who
            kind = f"who mono {self.recording.colour(lane)}"
            put(group, "text", self.recording.lanes[lane]["name"], class_=kind, x=start, y=top)
        if self.contents.people and row.beat.kind == "wait" and not self.contents.narrow:
            put(group, "text", state_words()["read"], class_="end before", x=self.x[0] - 9, y=middle)
        if row.printed and not row.lines:  # there is no room for the words
            name = self.columns.functions.get(row.beat.first, "")
            beside = self.x[row.beat.lane if row.beat.kind == "turn" else 0] + 9 + (wide(name) + 4) * bool(name)
            box(group, "out", min(beside, self.right - 11), middle - 11, 9, 13)
        for kind, numbered in groupby(enumerate(row.lines), lambda each: each[1].kind):
            found = list(numbered)
            if kind == "print":
                width = max(wide(line.text) for _number, line in found)
                box(group, "out", x - 4, top + LINE * found[0][0] - 13, width + 8, LINE * len(found))
            for number, line in found:
                put(group, "text", line.text, class_=line.style, x=x, y=top + LINE * number)

    def life(self, part: ET.Element, lane: int) -> None:
        """Draw in which states a task is between its turns."""
        r, kept, x = self.recording, "", self.x[lane]
        boxed = {"sleep", "cancelled"} if any(span.lane == lane for span in self.contents.timers) else set()
        own = (row for row in self.layout.rows if row.beat.kind == "turn" and row.beat.lane == lane)
        own_bars = {row.beat.first: row for row in own}
        for span in self.contents.seen(spans.states(r, lane)):
            state = kept if span.value in ("taken", "held") and kept else span.value
            kept = "" if state in GONE else state
            top, end = self.layout.y(span.first), self.layout.y(span.last)
            end = self.layout.bar(own_bars[span.last])[0] if span.last in own_bars else end
            if state in GONE | boxed or end - top <= 1:
                continue
            if state == "calls":
                box(part, f"life calls {r.colour(lane)}", x - 3, top, 6, end - top)
            else:
                put(part, "path", class_=f"life {state} {r.colour(lane)}", d=f"M{x:g} {top:g}V{end:g}")

    def draw_spans(self, part: ET.Element) -> None:
        """Draw the spans."""
        r, columns = self.recording, self.columns
        for span in self.contents.cancellations:
            self.cancelled(part, span)
        for lane, slots in self.contents.held.items():
            for number, held in enumerate(slots):
                for span in held:
                    called = span.value * (not number or columns.beside == HELD)  # else there is no room
                    self.held(part, span, self.x[lane] - HELD - number * columns.beside, called)
        for span in self.contents.asleep:
            where = self.x[r.folded[r.moments[span.first].stack[-1]]]
            top, end = self.layout.y(span.first), self.layout.y(span.last)
            if end > top:
                box(put(part, "g", class_="span os"), "asleep", where - 6, top, 12, end - top)
        for name, held in self.contents.variables.items():
            for span in held:
                text = f"{name}={span.value}"
                self.hold(part, span, self.x[span.lane] + 4, text, wide(text) + 6)
        for x, track in columns.lying:
            for span in track.spans:
                self.lies(part, span, x)
        for span in self.contents.timers:
            self.timer(part, span, self.x[span.lane])
        if not self.large:
            self.draw_deadlines(part)
        for x, track in columns.tracks:
            for span in track.spans:
                if span.kind == "deadline":
                    continue
                if span.kind in ("timer", "crossed"):
                    self.timer(part, span, x + track.width / 2)
                else:
                    self.hold(part, span, x, self.contents.written(span), track.width - 5)

    def draw_deadlines(self, part: ET.Element) -> None:
        """Draw the deadlines."""
        for x, track in self.columns.tracks:
            for span in track.spans:
                if span.kind == "deadline":
                    self.bracket(part, span, x + 3)

    def cancelled(self, part: ET.Element, span: Span) -> None:
        """Draw how long a task is being cancelled, and the task that has asked for that."""
        top, end, whom, by = self.layout.y(span.first), self.layout.y(span.last), self.x[span.lane], self.x[span.by]
        tip = whom - 4 if whom > by else whom + 4
        group = put(part, "g", class_="span cancelled")
        box(group, "doomed", whom - 11, top, 22, end - top)
        put(group, "path", class_="strikes", d=across(by, tip, top))

    def held(self, part: ET.Element, span: Span, x: float, text: str) -> None:
        """Draw how long a lane holds what others wait for; the line is open if that is never given back."""
        top, end = self.layout.y(span.first), self.layout.y(span.last)
        if end - top >= 4:
            back = "h4" * (span.last < len(self.recording.events))
            group = put(part, "g", class_=f"span holding {self.recording.colour(span.lane)}")
            put(group, "path", class_="holds", d=f"M{x + 4:g} {top:g}h-4V{end:g}{back}")
            left, start = x - 3.5, self.layout.rows[self.contents.row_of(span.first)].end + 3
            if text and wide(text) + 6 < end - start:
                turned = f"rotate(90 {left:g} {start:g})"
                put(group, "text", text, class_="mono", x=left, y=start, transform=turned)

    def hold(self, part: ET.Element, span: Span, x: float, text: str, width: float) -> None:
        """Draw a value, from its begin to its end; one that is over at once has no height."""
        top, end = self.layout.y(span.first), self.layout.y(span.last)
        if end - top >= 4:
            group = put(part, "g", class_=f"span {self.recording.colour(span.lane)}")
            box(group, "hold", x, top, width, end - top)
            put(group, "text", text, class_="mono", x=x + 3, y=top + min(12.5, (end - top) / 2 + 4))

    def lies(self, part: ET.Element, span: Span, x: float) -> None:
        """Draw a thing that lies in the operating system, and its taker."""
        text, top, end = plain(span.value), self.layout.y(span.first), self.layout.y(span.last)
        group = put(part, "g", class_=f"span lying {self.recording.colour(span.lane)}")
        width = wide(text) + 8 if text else 14
        box(group, "hold", x, top - 9, width, max(18, end - top + 9))
        if text:
            put(group, "text", text, class_="mono", x=x + 4, y=top + 4)
        else:
            put(group, "circle", class_="connection", cx=x + 7, cy=top, r=4)
        if span.last < len(self.recording.events):
            taker = self.x[self.lane_of(span.last)] - 7
            put(group, "path", class_="data", d=across(x + width, taker, end - 4))

    def timer(self, part: ET.Element, span: Span, x: float) -> None:
        """Draw an entry of a heap, from where it gets in to where it is taken out; a cross, where it counts no more."""
        top, end, gone = self.layout.y(span.first), self.layout.y(span.last), span.kind == "crossed"
        if end - top >= 4:
            group = put(part, "g", class_=f"span timer {self.recording.colour(span.lane)}" + " gone" * gone)
            left, width = x - self.columns.slot / 2 + 3, self.columns.slot - 6
            box(group, "hold", left, top, width, end - top)
            put(group, "text", span.value, class_="mono", x=left + 2, y=top + min(13, (end - top) / 2 + 4))
            if span.ended == "lapses":
                y = top + 29 if gone else end - 2
                put(group, "text", CANCELLED, class_="before cross", x=left + width - 1, y=y)

    def bracket(self, part: ET.Element, span: Span, x: float) -> None:
        """Draw a deadline: from where it is set to where it rings, or to where it is taken back.

        If several lanes have some, each has the colour of the lane that it strikes.
        """
        top, end, rings = self.layout.y(span.first), self.layout.y(span.last), span.ended == "rings"
        own = f" own {self.recording.colour(span.lane)}" * (self.large or len(self.contents.struck) > 1)
        group, hook = put(part, "g", class_=f"span deadline{own}"), 5 if self.columns.aslant else 8
        down = f"h-{hook}V{end:g}" + (f"h{hook}" if rings else "m0 2v3m0 3v2")
        put(group, "path", class_="bracket", d=f"M{x + hook:g} {top:g}{down}")
        length = float(span.value) - self.recording.time(span.first)
        texts = [seconds(length)]
        if not rings and end - top > 36 and length != float(span.value):
            texts.append(f"→{seconds(float(span.value))}")
        self.limit(group, texts, x + 4, top, end)
        if rings:
            put(group, "circle", class_="bell", cx=x, cy=end, r=4.5)

    def limit(self, group: ET.Element, texts: Sequence[str], x: float, top: float, end: float) -> None:
        """Write the length of a deadline, and the time that it leads to: below each other, or along the bracket."""
        if not self.columns.aslant:
            for number, text in enumerate(texts):
                put(group, "text", text, class_="limit", x=x, y=top + 15 + 16 * number)
        elif end - top >= SHORTEST_LIMIT:
            whole = " ".join(texts)
            text = whole if wide(whole, SANS) < end - top else texts[0]
            put(group, "text", text, class_="limit", x=x, y=top + 4, transform=f"rotate(90 {x:g} {top + 4:g})")


class Sheet(NamedTuple):
    """The places of the parts of a large drawing that stay in sight, in pixels."""

    left: float
    """Where the times end."""
    top: float
    """Where the names end."""
    words: float
    """Where the words begin."""
    end: float
    """Where the meanings of the strokes begin."""


class Weave:
    """Draws recordings side by side; `ident` makes the ids of elements unique on the page.

    `roomy` says whether it may say more than in a book: troubles, and, where it is too large for 400 units or has
    several recordings, it may be wider.
    """

    def __init__(self, chosen: Sequence[tuple[Recording, View]], ident: str, roomy: bool = False) -> None:
        self.ident, self.chosen = ident, chosen
        self.timed = any(recording.timed for recording, _view in chosen)
        times = {event["t"] for recording, _view in chosen for event in recording.events if "t" in event}
        widest = max((wide(seconds(time), SANS) + 6 for time in times), default=0)
        left = self.left = max(TIME, widest) if self.timed else 4.0
        room = (WIDTH - left) / len(chosen)
        self.timelines = [
            Timeline(
                recording, view, left + room * number, left + room * (number + 1) - 6 * (len(chosen) > 1),
                self._title(number, view), roomy,
            )
            for number, (recording, view) in enumerate(chosen)
        ]
        first, *others = self.timelines
        self.several = roomy and bool(others)
        self.large = roomy and not others and is_large(first.label, first.columns)
        if self.large or self.several:
            self.timelines = list(self._side_by_side(left))
        self.width = self.timelines[-1].right + 6 if self.large or self.several else WIDTH
        found = [timeline.contents for timeline in self.timelines]
        drawn = {name for each in found for name in (*each.variables, *(track.head for track in each.tracks))}
        if missing := [name for _recording, view in chosen for name in view.show if name not in drawn]:
            raise FigureError(f"':show:' has {missing[0]!r}, and no run of this figure has a value of it that lasts")
        self.top = max(timeline.columns.height for timeline in self.timelines) + 20 * (len(chosen) > 1)
        self.ticks, end = lay_out([timeline.layout for timeline in self.timelines], self.top)
        self.height = end + (14 if self.timed else 6)

    def _side_by_side(self, left: float) -> Iterator[Timeline]:
        """Yield the timelines, each as wide as it has to be."""
        for number, (recording, view) in enumerate(self.chosen):
            yield (timeline := Timeline(recording, view, left, title=self._title(number, view)))
            left = timeline.right + APART

    def _title(self, number: int, view: View) -> str:
        """Return what stands above one of several recordings, in place of its name."""
        return "".join(view.titles[number : number + 1]) if len(self.chosen) > 1 else ""

    def draw(self) -> str:
        """Return the picture."""
        names = " · ".join(timeline.recording.name for timeline in self.timelines)
        svg = canvas(
            "weave several notranslate" if self.several else "weave notranslate", self.ident,
            _("Timeline of {name}").format(name=names),
            _("Time goes down; each column is somebody who can run. The table below says the same in words."),
        )
        times = put(svg, "g", class_="times") if self.large else svg
        for time, y in self.ticks.items() if self.timed else ():
            put(svg, "path", class_="tick", d=f"M{self.left - 4:g} {y:g}H{self.width:g}")
            put(times, "text", seconds(time), class_="time", x=self.left - 6, y=y + 13)
        for timeline in self.timelines:
            timeline.draw(svg, self.top)
        end = draw_stacks(svg, self.timelines[0].recording, self.height)
        self.end = end + 2 * self.large
        if self.several:
            svg.set("width", f"{self.width:g}")
        return finish(svg, self.key(svg, self.end + 16), self.width)

    def sheet(self) -> Sheet | None:
        """Return the places of the parts of a large drawing that stay in sight; of a small one, nothing."""
        columns = self.timelines[0].columns
        return Sheet(self.left, self.top, columns.label_x - columns.who, self.end) if self.large else None

    def key(self, svg: ET.Element, y: float) -> float:
        """Write the meanings of the strokes that occur; return where that ends."""
        recording = self.timelines[0].recording
        states = state_words(bool(recording.calls), recording.kernel)
        words: dict[str, str] = {str(state): str(word) for state, word in states.items()} | {
            "bar": str(states["run"]), "asleep": str(_("the whole program waits")), "failed": str(_("fails")),
            "jump": str(_("blocks") if recording.real else _("the clock jumps")),
            "out": str(_("output")), "bracket": str(_("deadline")),
            "gone": str(states["cancelled"]), "holds": str(_("holds what others wait for")),
            "doomed": str(_("is being cancelled")), "thrown": str(states["dropped"]),
            "bell": str(_("the time is over")), "connection": str(_("connection to be accepted")),
        }
        drawn = {name for element in svg.iter() for name in element.get("class", "").split()}
        if any(row.lines for timeline in self.timelines for row in timeline.layout.rows):
            drawn.discard("out")
        group, x = put(svg, "g", class_="key"), 8.0
        for name, kind, shape in SIGNS:
            if name in drawn:
                room = wide(words[name], SANS) + 26
                x, y = (8.0, y + 18) if x + room > min(self.width, KEY) else (x, y)
                put(group, "path", class_=kind, d=f"M{x:g} {y - 5:g}{shape}")
                put(group, "text", words[name], x=x + 17, y=y)
                x += room + 8
        return y + 8


SIGNS = (
    ("bar", "sign", "m0 -6h10v13h-10z"), ("pass", "pass", "m0 -6h10v13h-10z"),
    *((state, f"life {state}", "m5 -7v16") for state in ("ready", "sleep", "read", "core", "held", "made", "lost")),
    ("calls", "life", "m2 -7h6v15h-6z"), *((name, name, "m0 -7h11v15h-11z") for name in ("asleep", "doomed")),
    ("out", "out", "m0 -6h9v13h-9z"), ("bracket", "bracket", "m9 -7h-6v15"),
    ("holds", "holds", "m8 -7h-5v15h5"), ("gone", "dashed", "m0 -6h10v13h-10z"),
    ("jump", "jump", f"m-1 1{JUMP}"), ("bell", "sign wrong", "m1 0a4.5 4.5 0 0 0 9 0a4.5 4.5 0 0 0 -9 0"),
    ("thrown", "thrown", "m-4 0h12m0 -4v8"),
    ("connection", "sign", "m1 0a4 4 0 0 0 8 0a4 4 0 0 0 -8 0"), ("done", "done", "m-2 0h14"),
    ("failed", "failed", "m0 -5l10 10m0 -10l-10 10"),
)
"""The strokes that are explained: the class of the drawn one, that of the sign, and its form."""
