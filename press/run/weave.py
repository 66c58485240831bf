"""The drawing of recorded runs, as SVG: time goes down, control is one line, and all that lasts is a span.

1. Control leaves the loop, is thick where somebody runs, and comes back; it is never in two places.
2. What lasts is a box, a bracket or a line from where it begins to where it ends (``spans.py``), with its value.
3. A row is a beat (``beats.py``). What belongs together is not cut: what goes before the story, and after it, is thin.
4. Height is time only where nobody runs: waits are to scale among themselves.
5. Several recordings stand side by side, in common rows of time.

Texts are at least 12.3 units high; 400 units are as many pixels on a screen, and 349 on a telephone.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from xml.etree import ElementTree as ET

from sphinx.locale import _

from press.events import ACTS, CANCELLED
from press.run import spans
from press.run.beats import Beat, beats
from press.run.label import Label, Line, plain
from press.run.recording import Recording
from press.run.spans import Span
from press.run.stacks import draw_stacks
from press.run.svg import box, canvas, finish, put
from press.run.turns import Turn
from press.run.words import seconds, state_words
from press.text import text_width

WIDTH = 400
TIME, RAIL, LANE, ANSWERING, PEOPLE, SLOT, DEADLINE = 40, 30, 28, 68, 62, 40, 46
"""Widths: of the times, the loop, a lane, one between whose lines values are written, persons, a timer, a bracket."""
TURN, AGAIN, PASSING, ACT, THIN, LINE = 26, 9, 22, 24, 12, 17
"""Heights: of a row with a turn, of each further one in it, with a value that is passed on, with an act, of what is no
story, of a line of text."""
SANS, MONO = 6.4, 7.4
"""Widths of a letter, of words and of code."""
WAITS, LONGEST, SHORTEST = 240, 64, 22
"""Heights that all waits together should have, of the longest one, and of one that would be lower."""
GONE = frozenset({"none", "run", "done", "dropped", "taken"})
"""States in which a task has no line: there is nothing yet, a bar, nothing any more; who is taken is about to run."""


def wide(text: str, letter: float = MONO) -> float:
    """Return about how wide a text is, in units."""
    return sum(13.0 if text_width(each) > 1 else max(letter, 7) if "Ѐ" <= each <= "ӿ" else letter for each in text)


@dataclass(frozen=True)
class View:
    """What the author of a figure chooses; all else follows from the recording."""

    show: tuple[str, ...] = ()
    """Variables of tasks, or attributes, whose values are drawn."""
    queue: str = ""
    """A queue that is drawn, with what is written for those who stand in it."""
    since: float = 0
    until: float = float("inf")
    """The seconds with which the story begins and ends."""
    title: str = ""
    """What stands above one of several recordings: code."""


@dataclass
class Row:
    """A beat, and where it is drawn."""

    beat: Beat
    lines: list[Line]
    y: float = 0
    height: float = 0

    @property
    def end(self) -> float:
        """Where it ends."""
        return self.y + self.height


@dataclass
class Part:
    """One recording in the drawing, from `left` to `right`: its columns, its rows, its strokes."""

    recording: Recording
    view: View
    left: float = 0
    right: float = WIDTH
    rows: list[Row] = field(default_factory=list)

    def __post_init__(self) -> None:
        r, view = self.recording, self.view
        self.beats = beats(r, view.since, view.until)
        given = {event.get("value", "None") for event in r.events if event["ev"] == "resume"}
        self.answering = r.levels and not r.kernel and bool(given - {"None"})
        self.people = [lane for lane in r.columns if lane > 0 and r.lanes[lane]["kind"] == "peer"]
        self.locals = [name for name in view.show if "." not in name]
        self.values = {name: spans.values(r, name) for name in view.show}
        self.queued = spans.items(r, view.queue) if view.queue else []
        self.cancelled = spans.cancellations(r)
        self.asleep = spans.asleep(r)
        self.lying = spans.lying(r)
        self.functions: dict[int, dict[int, str]] = {lane: {} for lane in r.calls}
        for beat in self.beats:
            if beat.lane in r.calls and beat.kind == "turn":
                self.functions[beat.lane][beat.first] = r.events[beat.first].get("call", "").split(".")[-1]
        self.ends = max(beat.last for beat in self.beats if beat.kind != "rest")
        self.deadlines = in_slots([span for span in spans.timers(r) if span.kind == "deadline"])
        entries = [span for span in spans.entries(r) if self.beat_of(span.first) is not self.beat_of(span.last)]
        self.timers = [each for lane in r.tasks for each in in_slots([span for span in entries if span.lane == lane])]
        self.dropped = [lane for lane in r.tasks if r.moments[-1].states[lane] == "dropped"]
        self.lanes = [lane for lane in r.tasks if lane not in self.dropped]

    # Where things stand

    def columns(self, left: float, right: float) -> None:
        """Give each column its place."""
        r = self.recording
        self.left, self.right = left, right
        x = left
        if self.people:
            texts = [wide(self.says(row)) for row in self.beats if row.kind == "act"]
            texts += [wide(text) for row in self.beats for _lane, text in self.sent(row)]
            self.people_x = x + 2
            x += min(max([PEOPLE, *texts]) + 16, 150)
        if self.lying:
            self.os_x = x + 4
            self.lying_x: dict[Span, float] = {}
            slots = in_slots(self.lying)
            for number in range(1 + max(slot for _span, slot in slots)):
                here = [span for span, slot in slots if slot == number]
                self.lying_x |= dict.fromkeys(here, x + 4)
                x += max(18, *(wide(plain(span.value)) + 12 for span in here))
            x += 12
        self.x: dict[int, float] = {0: x + RAIL / 2}
        x += RAIL
        several = any(slot or self.runs_within(span) for span, slot in self.timers)
        if self.answering:
            x += ANSWERING - RAIL
        lane_width = float(ANSWERING if self.answering else SLOT if self.timers and not several else LANE)
        beside = self.slots_width(several)
        if self.locals:
            need = [wide(f"{name}={span.value}") for name in self.locals for span in self.values[name]]
            lane_width = min(max([LANE, *need]) + 17, (right - x) / len(self.lanes))
        names = [wide(self.name(lane)) + 8 for lane in self.lanes]
        widths = [lane_width if self.locals else max(lane_width, name) for name in names]
        widths = [width + self.called_width(lane) for lane, width in zip(self.lanes, widths)]
        if x + sum(widths) + beside > right - 110 * (not self.view.show):
            widths = [lane_width + self.called_width(lane) for lane in self.lanes]  # then the names stand on two lines
        if x + sum(widths) + beside > right - 100 * (not self.view.show):
            self.functions.clear()  # no room for their names
            widths = [lane_width for _lane in self.lanes]
        for lane, width in zip(self.lanes, widths):
            self.x[lane] = x + (6 if self.locals else (width - self.called_width(lane)) / 2)
            x += width
        if self.dropped:
            self.x |= dict.fromkeys(self.dropped, x + LANE / 2)
            x += LANE + 10
        self.slots: dict[str, float] = {}
        for name in self.view.show:
            if name not in self.locals:
                self.slots[name] = x
                x += self.width_of(name)
        self.deadline_x = x + 6
        x += DEADLINE * (1 + max((slot for _span, slot in self.deadlines), default=-1))
        self.timer_x = x + SLOT / 2 if several else None
        x += SLOT * (1 + max(slot for _span, slot in self.timers)) if several else 0
        self.queue_x: dict[int, float] = {}
        for lane in {span.lane: None for span in self.queued}:
            self.queue_x[lane] = x + 4
            x += self.queue_width(lane)
        self.label_x = x + 8
        self.heads = self.head_levels()

    def beat_of(self, event: int) -> Beat | None:
        """Return the beat of an event; of what goes on to the end, none."""
        return next((beat for beat in self.beats if beat.first <= event <= beat.last), None)

    def called(self, beat: Beat) -> str:
        """Return the function that is called, of a lane with several of them."""
        calls = self.functions.get(beat.lane, {}) if beat.kind == "turn" else {}
        return calls.get(beat.first, "") if len(set(calls.values())) > 1 else ""

    def called_width(self, lane: int) -> float:
        """Return how much room the names of functions take beside the bars of a lane."""
        return max((wide(self.called(beat)) + 4 for beat in self.beats if beat.lane == lane and self.called(beat)), default=0)

    def runs_within(self, span: Span) -> bool:
        """Say whether the one whose span it is runs while it lasts."""
        return any(beat.kind == "turn" and beat.lane == span.lane and span.first < beat.first < span.last for beat in self.beats)

    def slots_width(self, several: bool) -> float:
        """Return how much room is taken by what lasts beside the lanes."""
        slots = DEADLINE * (1 + max((slot for _span, slot in self.deadlines), default=-1))
        slots += SLOT * (1 + max((slot for _span, slot in self.timers), default=-1)) * several
        slots += sum(self.queue_width(lane) for lane in {span.lane for span in self.queued})
        return slots + sum(self.width_of(name) for name in self.view.show if name not in self.locals)

    def width_of(self, name: str) -> float:
        """Return how wide the column of an attribute is."""
        return max(30.0, *(wide(plain(span.value)) + 12 for span in self.values[name]))

    def queue_width(self, lane: int) -> float:
        """Return how wide the column of somebody in a queue is."""
        return max(24.0, *(wide(plain(span.value)) + 10 for span in self.queued if span.lane == lane))

    def name(self, lane: int) -> str:
        """Return the name above a lane."""
        return self.recording.lanes[lane]["name"]

    def head_levels(self) -> list[tuple[str, str, float, int]]:
        """Return the names above the columns (text, class, x, level): where one has no room, it stands higher."""
        r = self.recording
        centred = [(self.name(lane), f"head {r.colour(lane)} mid", self.x[lane]) for lane in (0, *self.lanes)]
        centred[0] = (self.name(0), "head loop", max(0, self.x[0] + 10 - wide(self.name(0))))
        if self.locals:
            centred[1:] = [(name, kind.removesuffix(" mid"), x - 5) for name, kind, x in centred[1:]]
        centred += [(name, "head own", x + 4) for name, x in self.slots.items()]
        if self.queue_x:
            centred.append((self.view.queue, "head own", min(self.queue_x.values())))
        if self.timer_x is not None:
            name = next(name for name, state in r.queues.items() if state == "sleep")
            centred.append((name, "head own", self.timer_x - SLOT / 2 + 2))
        if self.lying:
            centred.append((str(_("OS")), "head os", self.os_x))
        if self.people:
            centred.append((str(_("people")), "side", self.people_x))
        found: list[tuple[str, str, float, int]] = []
        ends: list[float] = []
        for text, kind, x in sorted(centred, key=lambda each: each[2]):
            width = wide(text, SANS if kind == "side" else MONO)
            start = x - width / 2 if "mid" in kind else x
            level = next((n for n, end in enumerate(ends) if end + 5 <= start), len(ends))
            ends[level:level + 1] = [start + width]
            found.append((text, kind, x, level))
        return found

    # Rows

    def make_rows(self) -> None:
        """Make the rows, which know what is written beside them."""
        label = Label(self.recording, self.right - self.label_x, bool(self.people), self.on_arrows)
        self.rows = [Row(beat, label.of(beat)) for beat in self.beats]

    def stays(self, beat: Beat) -> list[Turn]:
        """Return the turns of a beat between which control has been elsewhere."""
        return [turn for turn in beat.turns if turn is beat.turns[-1] or turn.end]

    def on_arrows(self, beat: Beat) -> bool:
        """Say whether what a turn gives is written on the line that goes back."""
        return bool(self.outward(beat))

    def least(self, row: Row) -> float:
        """Return the height that a row needs."""
        beat, text = row.beat, LINE * len(row.lines)
        if beat.kind in ("setup", "rest"):
            return THIN
        if self.goes_by(row):
            return max(SHORTEST, text + 4)
        if beat.kind == "act":
            return ACT
        values = 11 * (bool(self.inward(beat)) + bool(self.outward(beat)))
        more = 20 * max(0, len(self.sent(beat)) - 1) + AGAIN * (len(self.stays(beat)) - 1)
        return max((PASSING if beat.passing else TURN) + values + more, text + 11)

    def goes_by(self, row: Row) -> bool:
        """Say whether time goes by in a row."""
        return row.beat.kind in ("wait", "leap")

    def at(self, row: Row) -> float:
        """Return the time of a row; of one in which time goes by, the time when it is over."""
        r, beat = self.recording, row.beat
        if beat.kind == "wait" and r.time(beat.last) == r.time(beat.first) and r.events[beat.first]["ev"] == "waits":
            following = [each for each in self.beats if each.first > beat.last]
            return r.time(following[0].first) if following else r.time(beat.last)
        return r.time(self.beats[-2].last if beat.kind == "rest" else beat.last)

    def y(self, event: int) -> float:
        """Return the height of an event: in the middle of what somebody does, or behind it; before or after a wait."""
        row = next((row for row in self.rows if event <= row.beat.last), self.rows[-1])
        beat, r = row.beat, self.recording
        if event > beat.last:
            return row.end
        if beat.kind in ("setup", "rest"):
            return row.end if beat.kind == "setup" else row.y
        if self.goes_by(row):
            return row.end if r.time(event) == self.at(row) else row.y
        return row.y + row.height / 2 if event <= self.own_end(beat) else row.end

    def own_end(self, beat: Beat) -> int:
        """Return the last event of a beat in which the one whose it is runs, or acts: the rest of it is the loop's."""
        r = self.recording
        own = (n for n in range(beat.last, beat.first - 1, -1) if r.folded[r.events[n]["lane"]] == beat.lane)
        return next(own, beat.last)

    # What is said

    def says(self, beat: Beat) -> str:
        """Return what a person says, or does."""
        r = self.recording
        acts = [event for event in r.events[beat.first : beat.last + 1] if event["ev"] in ACTS]
        said = "".join(plain(event["value"]) for event in acts if event["ev"] == "sends")
        words = {"connects": _("connects"), "closes": _("closes"), "receives": ""}
        text = said or next((str(words[event["ev"]]) for event in reversed(acts) if words[event["ev"]]), "")
        return f"{self.name(beat.lane)} {text}".strip() if len(self.people) > 1 else text

    def sent(self, beat: Beat) -> list[tuple[int, str]]:
        """Return what is sent to persons in a beat: (lane, text)."""
        r = self.recording
        gone: dict[int, str] = {}
        for event in r.events[beat.first : beat.last + 1] if beat.kind == "turn" else ():
            if event["ev"] == "io" and event["call"] in ("send", "sendall") and event.get("size") and "peer" in event:
                gone[event["peer"]] = gone.get(event["peer"], "") + plain(event["value"])
        return list(gone.items())

    def inward(self, beat: Beat) -> str:
        """Return the value that is sent into a generator."""
        event = self.recording.events[beat.first]
        return event.get("value", "") if self.answering and event["ev"] == "resume" else ""

    def outward(self, beat: Beat) -> str:
        """Return the value that a generator gives, if there is room for it on the line that goes back."""
        if not self.answering or beat.kind != "turn":
            return ""
        turn = beat.turns[-1]
        if turn.end not in ("yield", "return") or turn.value in ("", "None"):
            return ""
        here, back = self.x[beat.lane], self.x[self.receiver(beat)]
        return turn.value if here != back and max(here, back) - wide(turn.value) - 8 > self.left else ""

    def receiver(self, beat: Beat) -> int:
        """Return the lane that has control when a beat is over; a thread hands over to nobody."""
        r = self.recording
        return beat.lane if r.recorded and beat.kind == "turn" else r.folded[r.moments[beat.last].stack[-1]]

    # The strokes

    def draw(self, svg: ET.Element, top: float) -> None:
        """Draw the part; `top` is where the rows begin."""
        part = put(svg, "g", class_="part", **{"data-run": self.recording.run})
        base = top - 8
        if self.view.title:
            put(part, "text", self.view.title, class_="title", x=self.left + 4, y=13)
        for text, kind, x, level in self.heads:
            put(part, "text", text, class_=kind, x=x, y=base - 15 * level)
        self.draw_spans(part)
        for lane in self.lanes:
            self.life(part, lane)
        position, before = 0, top
        drawn = [put(part, "g", class_=f"row {row.beat.kind} {self.colour(row.beat)}") for row in self.rows]
        for row, group in zip(self.rows, drawn):
            put(group, "rect", class_="hit", x=self.left, y=row.y, width=self.right - self.left, height=row.height)
            position = self.control(group, row, position, before)
            before = row.end
            if row.beat.kind == "act":
                self.act(group, row)
            elif row.beat.kind == "turn":
                self.turn(group, row)
            self.write(group, row)
        if self.ends < self.recording.last_event:
            put(part, "path", class_="torn", d=f"M{self.left:g} {before - 3:g}" + "l5 4 5 -4" * int((self.right - self.left) / 10))
        elif not self.recording.moments[self.recording.last_event].asleep:
            put(part, "path", class_="done", d=f"M{self.x[position] - 7:g} {before:g}h14")

    def colour(self, beat: Beat) -> str:
        """Return the class of a row's colour."""
        return "os" if beat.kind == "wait" else self.recording.colour(beat.lane)

    def control(self, group: ET.Element, row: Row, position: int, before: float) -> int:
        """Draw the line of control through a row, from where it was; return the lane where it is then."""
        beat, x = row.beat, self.x
        if beat.kind != "turn" or not beat.lane:
            put(group, "path", class_="thread loop", d=f"M{x[position]:g} {before:g}V{row.end:g}")
            return position
        top, end, back = *self.bar(row), self.receiver(beat)
        put(group, "path", class_="thread loop", d=f"M{x[position]:g} {before:g}V{top:g}")
        own = f"M{x[position]:g} {top:g}H{x[beat.lane]:g}V{end:g}" + (f"H{x[back]:g}" if back != beat.lane else "")
        number = len(self.stays(beat))
        between = [top + (end - top) * part / number for part in range(1, number)]  # it goes back, and comes again
        own += "".join(f"M{x[back]:g} {y:g}H{x[beat.lane]:g}" for y in between)
        put(group, "path", class_="thread", d=own)
        put(group, "path", class_="thread loop", d=f"M{x[back]:g} {end:g}V{row.end:g}")
        for value, y, other in ((self.inward(beat), top, position), (self.outward(beat), end, back)):
            if value and other != beat.lane:
                middle, right = (x[other] + x[beat.lane]) / 2, max(x[other], x[beat.lane]) - 8
                fits = wide(value) < abs(x[other] - x[beat.lane]) - 12
                put(group, "text", value, class_=f"value mono {'mid' if fits else 'before'}", x=middle if fits else right, y=y - 4)
        return back

    def bar(self, row: Row) -> tuple[float, float]:
        """Return where somebody begins to run in a row, and where that ends."""
        return row.y + 4 + 11 * bool(self.inward(row.beat)), row.end - 4

    def turn(self, group: ET.Element, row: Row) -> None:
        """Draw who runs, what is sent to persons, and the end."""
        beat, r = row.beat, self.recording
        x, (top, end), number = self.x[beat.lane], self.bar(row), max(1, len(self.stays(beat)))
        for part in range(number):
            high, low = (top + (end - top) * (part + step) / number for step in (0, 1))
            high, low = high + (part > 0), low - (part < number - 1)
            put(group, "rect", class_="pass" if beat.passing else "bar", x=x - 5, y=high, height=low - high)
        if self.called(beat):
            put(group, "text", self.called(beat), class_="mono", x=x + 9, y=(top + end) / 2 + 4)
        for number, (person, text) in enumerate(reversed(self.sent(beat))):
            y, width = end - 8 - 20 * number, wide(text) + 8
            put(group, "path", class_=f"data {r.colour(person)}", d=f"M{x - 7:g} {y:g}H{self.people_x + width + 3:g}m5 -4l-5 4 5 4")
            box(group, f"got {r.colour(person)}", self.people_x, y - 9, width, 18)
            put(group, "text", text, class_="mono", x=self.people_x + 4, y=y + 4)
        for lane in self.dropped:
            since = next(n for n, moment in enumerate(r.moments) if moment.states[lane] == "dropped")
            if beat.first <= since <= beat.last:
                number = [other for other in self.dropped if beat.first <= self.drops(other) <= beat.last].index(lane)
                y = top + 5 + 9 * number
                put(group, "path", class_="thrown", d=f"M{x + 6:g} {y:g}H{self.x[lane] - 5:g}m5 -4v8")
        if beat.lane and beat.turns[-1].end == "raise":
            put(group, "path", class_="failed", d=f"M{x - 6:g} {end - 3:g}l12 12m0 -12l-12 12")
        elif beat.lane and r.moments[beat.last].states[beat.lane] == "done":
            put(group, "path", class_="done", d=f"M{x - 8:g} {end:g}h16")

    def drops(self, lane: int) -> int:
        """Return the event at which somebody who has not begun is thrown away."""
        return next(n for n, moment in enumerate(self.recording.moments) if moment.states[lane] == "dropped")

    def act(self, group: ET.Element, row: Row) -> None:
        """Draw what a person says or does."""
        text = self.says(row.beat)
        if not text:
            return
        y, width = row.y + row.height / 2, wide(text) + 8
        box(group, "said", self.people_x, y - 9, width, 18)
        put(group, "text", text, class_="mono", x=self.people_x + 4, y=y + 4)
        lies = [self.lying_x[span] for span in self.lying if row.beat.first <= span.first <= row.beat.last]
        end = min(lies) - 1 if lies else self.x[0] - 7
        put(group, "path", class_="data", d=f"M{self.people_x + width + 2:g} {y:g}H{end:g}m-5 -4l5 4-5 4")

    def write(self, group: ET.Element, row: Row) -> None:
        """Write what is said beside a row; around output is a frame."""
        top = row.y + row.height / 2 + 4.5 - LINE * (len(row.lines) - 1) / 2
        if self.people and self.goes_by(row) and row.beat.kind == "wait" and not row.lines:
            put(group, "text", state_words()["read"], class_="end before", x=self.x[0] - 9, y=row.y + row.height / 2 + 4.5)
        for kind, numbered in groupby(enumerate(row.lines), lambda each: each[1].kind):
            found = list(numbered)
            if kind == "print":
                width = max(wide(line.text) for _number, line in found)
                box(group, "out", self.label_x - 4, top + LINE * found[0][0] - 13, width + 8, LINE * len(found))
            for number, line in found:
                put(group, "text", line.text, class_=line.style, x=self.label_x, y=top + LINE * number)

    def life(self, part: ET.Element, lane: int) -> None:
        """Draw in which states a task is between its turns."""
        r, kept = self.recording, ""
        boxed = {"sleep", "cancelled"} if any(span.lane == lane for span, _slot in self.timers) else set()
        for span in spans.states(r, lane):
            state = kept if span.value in ("taken", "held") and kept else span.value
            kept = "" if state in GONE else state
            top, end = self.y(span.first), self.y(span.last)
            if state not in GONE | boxed and end - top > 1 and self.rows[0].beat.last < span.last:
                if state == "calls":
                    box(part, f"life calls {r.colour(lane)}", self.x[lane] - 3, top, 6, end - top)
                else:
                    put(part, "path", class_=f"life {state} {r.colour(lane)}", d=f"M{self.x[lane]:g} {top:g}V{end:g}")

    def draw_spans(self, part: ET.Element) -> None:
        """Draw what lasts."""
        r = self.recording
        for span in self.cancelled:
            top, end, whom, by = self.y(span.first), self.y(span.last), self.x[span.lane], self.x[span.by]
            way = 1 if whom > by else -1
            group = put(part, "g", class_=f"span cancelled {r.colour(span.lane)}")
            box(group, "doomed", whom - 11, top, 22, end - top)
            put(group, "path", class_="strikes", d=f"M{by:g} {top:g}H{whom - 4 * way:g}m{-5 * way} -4l{5 * way} 4 {-5 * way} 4")
        for span in self.asleep:
            top, end = self.y(span.first), self.y(span.last)
            where = self.x.get(r.folded[r.moments[span.first].stack[-1]], self.x[0])
            if end > top and r.events[span.first]["ev"] == "waits" and span.last > self.rows[0].beat.last:
                box(put(part, "g", class_="span os"), "asleep", where - 6, top, 12, end - top)
        for name, held in self.values.items():
            for span in held:
                if name in self.locals:
                    self.hold(part, span, self.x[span.lane] + 4, f"{name}={span.value}")
                elif plain(span.value) not in ("", "None"):
                    self.hold(part, span, self.slots[name] + 2, plain(span.value), self.width_of(name) - 5)
        for span in self.queued:
            value = plain(span.value)
            self.hold(part, span, self.queue_x[span.lane], "" if value == "None" else value, self.queue_width(span.lane) - 4)
        for span in self.lying:
            self.lies(part, span)
        for span, slot in self.timers:
            x = self.timer_x + SLOT * slot if self.timer_x is not None else self.x[span.lane]
            self.timer(part, span, x)
        for span, slot in self.deadlines:
            self.bracket(part, span, self.deadline_x + DEADLINE * slot)

    def hold(self, part: ET.Element, span: Span, x: float, text: str, width: float = 0) -> None:
        """Draw a value, from where it begins to where it ends."""
        top, end = self.y(span.first), self.y(span.last)
        if end - top < 4 or span.last <= self.rows[0].beat.last:
            return
        top = min(top, end - 16)
        group = put(part, "g", class_=f"span {self.recording.colour(span.lane) if span.lane else 'loop'}")
        box(group, "hold", x, top, width or wide(text) + 6, end - top)
        put(group, "text", text, class_="mono", x=x + 3, y=top + 12.5)

    def lies(self, part: ET.Element, span: Span) -> None:
        """Draw what lies in the operating system, and who takes it."""
        r, text = self.recording, plain(span.value)
        top, end = self.y(span.first), self.y(span.last)
        group = put(part, "g", class_=f"span lying {r.colour(span.lane)}")
        width = wide(text) + 8 if text else 14
        x = self.lying_x[span]
        box(group, "hold", x, top - 9, width, max(18, end - top + 9))
        if text:
            put(group, "text", text, class_="mono", x=x + 4, y=top + 4)
        else:
            put(group, "circle", class_="connection", cx=x + 7, cy=top, r=4)
        if span.last < len(r.events):
            taker = self.x.get(r.folded[r.events[span.last]["lane"]], self.x[0])
            put(group, "path", class_="data", d=f"M{x + width:g} {end - 4:g}H{taker - 7:g}m-5 -4l5 4-5 4")

    def timer(self, part: ET.Element, span: Span, x: float) -> None:
        """Draw an entry of a heap, from where it gets in to where it is taken out; a cross, where it counts no more."""
        top, end = self.y(span.first), self.y(span.last)
        if end - top < 4:
            return
        gone = span.kind == "crossed"
        group = put(part, "g", class_=f"span {self.recording.colour(span.lane)}" + " gone" * gone)
        box(group, "hold", x - 17, top, 34, end - top)
        put(group, "text", span.value, class_="mono mid", x=x, y=top + 14)
        if span.ended == "lapses":
            put(group, "text", CANCELLED, class_="mid cross", x=x, y=top + 30 if gone else end - 2)

    def bracket(self, part: ET.Element, span: Span, x: float) -> None:
        """Draw a deadline: from where it is set to where it rings, or to where it is taken back."""
        r = self.recording
        length = float(span.value) - r.time(span.first)
        top, end = self.y(span.first), self.y(span.last)
        rings = span.ended == "rings"
        group = put(part, "g", class_="span deadline")
        put(group, "path", class_="bracket", d=f"M{x + 8:g} {top:g}h-8V{end:g}" + ("h8" if rings else "m0 2v3m0 3v2"))
        put(group, "text", seconds(length), class_="limit", x=x + 4, y=top + 15)
        if rings:
            put(group, "circle", class_="bell", cx=x, cy=end, r=4.5)
        elif end - top > 36:
            put(group, "text", f"→{seconds(float(span.value))}", class_="limit", x=x + 4, y=top + 31)


def in_slots(found: Sequence[Span]) -> list[tuple[Span, int]]:
    """Give each span a slot that is free as long as it lasts."""
    free: list[int] = []
    placed = []
    for span in found:
        slot = next((n for n, end in enumerate(free) if end <= span.first), len(free))
        free[slot:slot + 1] = [span.last]
        placed.append((span, slot))
    return placed


class Weave:
    """Draws recordings side by side; `ident` makes the ids of elements unique on the page."""

    def __init__(self, parts: Sequence[tuple[Recording, View]], ident: str) -> None:
        self.ident = ident
        self.parts = [Part(recording, view) for recording, view in parts]
        self.timed = any(part.recording.timed for part in self.parts)
        left = float(TIME if self.timed else 4)
        room = (WIDTH - left) / len(self.parts)
        for number, part in enumerate(self.parts):
            part.columns(left + room * number, left + room * (number + 1) - 6 * (len(self.parts) > 1))
            part.make_rows()
        levels = max(level for part in self.parts for *_head, level in part.heads)
        self.top = 20.0 + 15 * levels + 18 * any(part.view.title for part in self.parts)
        self.ticks: dict[float, float] = {}
        self.height = self.lay_out()

    def lay_out(self) -> float:
        """Give each row its place: the same time is at the same height, and between two times waits are to scale."""
        rows = [(part, row) for part in self.parts for row in part.rows]
        first = {part.recording.time(part.beats[0].first) for part in self.parts if part.goes_by(part.rows[0])}
        times = sorted(first | {part.at(row) for part, row in rows})
        longest = max((later - time for time, later in zip(times, times[1:])), default=1)
        highest = min(LONGEST, max(SHORTEST + 4, WAITS / max(1, len(times) - 1)))
        y = self.top
        for before, time in zip([None, *times], times):
            here = [(part, [row for row in part.rows if part.at(row) == time]) for part in self.parts]
            if before is not None:
                gaps = [row for part, found in here for row in found if part.goes_by(row)]
                scaled = highest * (time - before) / longest
                gap = max([SHORTEST * bool(gaps), scaled, *(part.least(row) for part, found in here for row in found if part.goes_by(row))])
                for part, found in here:
                    for row in found:
                        if part.goes_by(row):
                            row.y, row.height = y, gap
                y += gap
            self.ticks[time] = y
            ends = [y]
            for part, found in here:
                at = y
                for row in found:
                    if not part.goes_by(row):
                        row.y, row.height = at, part.least(row)
                        at = row.end
                ends.append(at)
            y = max(ends)
        return y + (14 if self.timed else 6)

    def draw(self) -> str:
        """Return the picture."""
        names = " · ".join(part.recording.run for part in self.parts)
        svg = canvas(
            "weave notranslate", self.ident, _("Timeline of {name}").format(name=names),
            _("Time goes down; each column is somebody who can run. The table below says the same in words."),
        )
        for time, y in self.ticks.items() if self.timed else ():
            put(svg, "path", class_="tick", d=f"M{TIME - 4} {y:g}H{WIDTH}")
            put(svg, "text", seconds(time), class_="time", x=TIME - 6, y=y + 13)
        for part in self.parts:
            part.draw(svg, self.top)
        end = draw_stacks(svg, self.parts[0].recording, self.height)
        return finish(svg, self.key(svg, end + 16), WIDTH)

    def key(self, svg: ET.Element, y: float) -> float:
        """Write what the patterns mean that occur; return where it ends."""
        calls, kernel = bool(self.parts[0].recording.calls), self.parts[0].recording.kernel
        words: dict[str, str] = {str(state): str(word) for state, word in state_words(calls, kernel).items()}
        words |= {
            "bar": words["run"], "asleep": str(_("the whole program waits")), "failed": str(_("fails")),
            "doomed": str(_("is being cancelled")), "thrown": words["dropped"], "connection": str(_("connection to be accepted")),
            "bell": str(_("the time is over")),
        }
        drawn = [name for element in svg.iter() for name in element.get("class", "").split()[:2]]
        x = 8.0
        group = put(svg, "g", class_="key")
        for name in KEY:
            if name not in drawn:
                continue
            if x + wide(words[name], SANS) + 26 > WIDTH:
                x, y = 8.0, y + 18
            sign(group, name, x, y)
            put(group, "text", words[name], x=x + 17, y=y)
            x += wide(words[name], SANS) + 34
        return y + 8


KEY = (
    "bar", "pass", "ready", "sleep", "read", "calls", "core", "held", "made", "lost", "asleep", "doomed", "bell", "thrown",
    "connection", "done", "failed",
)
"""The signs that are explained."""


def sign(group: ET.Element, name: str, x: float, y: float) -> None:
    """Draw a sign of the key."""
    if name in ("bar", "pass"):
        put(group, "rect", class_=name, x=x, y=y - 12, height=14)
    elif name == "asleep":
        box(group, name, x, y - 12, 12, 15)
    elif name == "doomed":
        box(group, name, x, y - 12, 12, 15)
    elif name in ("bell", "connection"):
        put(group, "circle", class_=name, cx=x + 5, cy=y - 5, r=4.5)
    elif name == "thrown":
        put(group, "path", class_=name, d=f"M{x - 4:g} {y - 5:g}h12m0 -4v8")
    elif name == "done":
        put(group, "path", class_=name, d=f"M{x - 2:g} {y - 5:g}h14")
    elif name == "failed":
        put(group, "path", class_=name, d=f"M{x:g} {y - 10:g}l10 10m0 -10l-10 10")
    elif name == "calls":
        box(group, "life calls", x + 2, y - 12, 6, 15)
    else:
        put(group, "path", class_=f"life {name}", d=f"M{x + 5:g} {y - 12:g}v16")
