"""Where things stand beside each other in the drawing of a run: persons, the operating system, lanes, tracks.

A track is a column for what lasts and is nobody's line: an attribute, deadlines, who stands in a queue.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whoruns.drawing.label import plain
from whoruns.drawing.svg import MONO, SANS, wide
from whoruns.events import ACTS
from whoruns.story import spans
from whoruns.story.beats import Beat
from whoruns.story.recording import Recording
from whoruns.story.spans import Span
from whoruns.wording import _

MOST = 12
"""So many lanes have a column; of more, the last ones share one."""
ANSWERING, PEOPLE, DEADLINE, NARROW = 68, 62, 46, 250
"""Widths: of a lane between whose lines values are written, of persons, of a deadline, and of a drawing that has little
room, since others stand beside it."""
LABELS = 100
"""So much room is left for what is written beside the rows, if names can stand on two lines."""


@dataclass
class Track:
    """A column of spans, and the name above it."""

    head: str
    width: float
    spans: Sequence[Span]
    x: float = 0


class Columns:
    """The places of a recording that is drawn from `left` to `right`: `x` of each lane, tracks, persons, labels."""

    def __init__(
        self, recording: Recording, rows: Sequence[Beat], show: Sequence[str], queue: str, left: float, right: float
    ) -> None:
        r = self.recording = recording
        self.rows, self.left, self.right = rows, left, right
        self.narrow = right - left < NARROW
        self.rail, self.lane, self.slot = (20, 22, 30) if self.narrow else (30, 28, 40)
        given = {event.get("value", "None") for event in r.events if event["ev"] == "resume"}
        self.answering = r.levels and not r.kernel and bool(given - {"None"})
        self.people = [lane for lane in r.columns if lane > 0 and r.lanes[lane]["kind"] == "peer"]
        self.dropped = [lane for lane in r.tasks if r.moments[-1].states[lane] == "dropped"]
        self.lanes = [lane for lane in r.tasks if lane not in self.dropped]
        self.crowd = self.lanes[MOST - 1 :] if len(self.lanes) > MOST else []
        """Lanes for which there is no room: they share the last column."""
        self.lanes = [lane for lane in self.lanes if lane not in self.crowd]
        self.variables = {name: held for name in show if "." not in name and (held := spans.values(r, name))}
        lying = [span for span in spans.lying(r) if not self._within_a_row(span)]
        self.lying = [Track(str(_("OS")), 18, found) for found in slots(lying)]
        for track in self.lying:
            track.width = max(18, *(wide(plain(span.value)) + 12 for span in track.spans))
        self.timers: list[Span] = []
        self.tracks = list(self._tracks(show, queue))
        self.functions = self._functions()
        self._place()
        self.heads = self._heads()

    def _tracks(self, show: Sequence[str], queue: str) -> list[Track]:
        """Return the tracks beside the lanes; timers of which a lane has one at a time stand in the lane."""
        r, found = self.recording, []
        story = self.rows[0].last if self.rows[0].kind == "setup" else -1
        for name in show:
            if "." in name:
                held = [span for span in spans.values(r, name) if span.last > story and not self._fleeting(span)]
                held = [span for span in held if plain(span.value) not in ("", "None")]
                width = max([30.0, *(wide(plain(span.value)) + 12 for span in held)])
                found += [Track(name, width, held)] * bool(held)
        found += [Track("", DEADLINE, each) for each in slots([s for s in spans.timers(r) if s.kind == "deadline"])]
        entries = [span for span in spans.entries(r) if not self._within_a_row(span)]
        crowded = any(len(slots([span for span in entries if span.lane == lane])) > 1 for lane in self.lanes)
        if crowded or any(self._runs_within(span) for span in entries):
            heap = next(name for name, state in r.queues.items() if state == "sleep")
            found += [Track(heap, self.slot, each) for each in slots(entries)]
        else:
            self.timers = entries
        queued = [span for span in spans.items(r, queue) if span.last > story] if queue else []
        for lane in dict.fromkeys(span.lane for span in queued):
            for own in slots([span for span in queued if span.lane == lane]):
                found.append(Track(queue, max(24.0, *(wide(plain(span.value)) + 10 for span in own)), own))
        return found

    def _fleeting(self, span: Span) -> bool:
        """Say whether a span is over before the turn in which it began."""
        return any(turn.first <= span.first <= span.last <= turn.last for turn in self.recording.turns if turn.lane > 0)

    def _within_a_row(self, span: Span) -> bool:
        """Say whether a span is over in the row in which it began."""
        return any(row.first <= span.first <= span.last <= row.last for row in self.rows)

    def _runs_within(self, span: Span) -> bool:
        """Say whether the one whose span it is runs while it lasts."""
        own = [row for row in self.rows if row.kind == "turn" and row.lane == span.lane]
        return any(span.first < row.first < span.last for row in own)

    def _functions(self) -> dict[int, str]:
        """Return for rows, by their first event, the function that is called, of a lane with several of them."""
        found: dict[int, str] = {}
        for lane in self.recording.calls:
            own = [row.first for row in self.rows if row.kind == "turn" and row.lane == lane]
            named = {first: self.recording.events[first].get("call", "").split(".")[-1] for first in own}
            found |= named if len(set(named.values())) > 1 else {}
        return found

    def _place(self) -> None:
        """Give each column its place, from the left to the right."""
        x = self.left
        if self.people:
            texts = [self.says(row) for row in self.rows if row.kind == "act"]
            texts += [text for row in self.rows for _lane, text in self.sent(row)]
            self.people_x = x + 2
            x += min(max([PEOPLE * (not self.narrow), *map(wide, texts)]) + 12 + 6 * self.narrow, 150)
        for track in self.lying:
            track.x = x + 4
            x += track.width + 12 * (track is self.lying[-1])
        self.x: dict[int, float] = {0: x + self.rail / 2}
        x += ANSWERING if self.answering and not self.narrow else self.rail
        beside = sum(track.width for track in self.tracks) + (self.lane + 10) * bool(self.dropped)
        beside += self.lane * bool(self.crowd)
        widths = self._widths(self.right - x - beside)
        for lane, (width, middle) in widths.items():
            self.x[lane] = x + middle
            x += width
        if self.crowd:
            self.x |= dict.fromkeys(self.crowd, x + self.lane / 2)
            x += self.lane
        if self.dropped:
            self.x |= dict.fromkeys(self.dropped, x + self.lane / 2)
            x += self.lane + 10
        for track in self.tracks:
            track.x = x + 3
            x += track.width
        self.label_x = x + 6

    def _widths(self, room: float) -> dict[int, tuple[float, float]]:
        """Return for each lane how wide it is, and where its line is in it: with room for names, if there is any."""
        r = self.recording
        if self.variables:
            texts = [f"{name}={span.value}" for name, held in self.variables.items() for span in held]
            each = min(max(map(wide, texts)) + 17, room / len(self.lanes))
            return dict.fromkeys(self.lanes, (each, 6.0))
        least = float(ANSWERING if self.answering else self.slot if self.timers else self.lane)
        if len(self.lanes) >= MOST - 2:
            least = min(least, room / len(self.lanes))
        names = {lane: max(least, wide(r.lanes[lane]["name"]) + 8) for lane in self.lanes}
        calls = dict.fromkeys(self.lanes, 0.0)
        for row in self.rows:
            if row.first in self.functions:
                calls[row.lane] = max(calls[row.lane], wide(self.functions[row.first]) + 4)
        room -= LABELS * (not self.narrow and not any(track.head for track in self.tracks))
        if sum(names.values()) + sum(calls.values()) <= room:
            return {lane: (names[lane] + calls[lane], names[lane] / 2) for lane in self.lanes}
        if least * len(names) + sum(calls.values()) > room:
            self.functions.clear()
            calls = dict.fromkeys(self.lanes, 0.0)
        return {lane: (least + calls[lane], least / 2) for lane in self.lanes}

    def _heads(self) -> list[tuple[str, str, float, int]]:
        """Return the names above the columns: (text, class, x, level); one that has no room stands higher."""
        r = self.recording
        loop = r.lanes[0]["name"]
        found = [(loop, "head loop", max(self.left * self.narrow, self.x[0] + 10 - wide(loop)))]
        for lane in self.lanes:
            name, kind, x = r.lanes[lane]["name"], f"head {r.colour(lane)}", self.x[lane]
            found.append((name, kind, x - 5) if self.variables else (name, f"{kind} mid", x))
        if self.crowd:
            found.append((f"+{len(self.crowd)}", "head loop mid", self.x[self.crowd[0]]))
        tracks = {track.head: track.x for track in reversed(self.tracks) if track.head}
        found += [(head, "head own", x + 2) for head, x in tracks.items()]
        found += [(track.head, "head os", track.x) for track in self.lying[:1]]
        found += [(str(_("people")), "side", self.people_x)] if self.people else []
        ends: list[float] = []
        placed = []
        for text, kind, x in sorted(found, key=lambda each: each[2]):
            width = wide(text, SANS if kind == "side" else MONO)
            over = max(0, x + width / (2 if "mid" in kind else 1) - self.right)
            x -= over
            start = x - width / 2 if "mid" in kind else x
            level = next((number for number, end in enumerate(ends) if end + 5 <= start), len(ends))
            ends[level : level + 1] = [start + width]
            placed.append((text, kind, x, level))
        return placed

    def says(self, row: Beat) -> str:
        """Return what a person says, or does."""
        acts = [event for event in self.recording.events[row.first : row.last + 1] if event["ev"] in ACTS]
        said = "".join(plain(event["value"]) for event in acts if event["ev"] == "sends")
        words = {"connects": str(_("connects")), "closes": str(_("leaves"))}
        if said and any(event["ev"] == "connects" for event in acts):
            said = f"{words['connects']} · {said}"
        name = self.recording.lanes[row.lane]["name"]
        if self.narrow and not said:
            return name
        text = said or next((words[event["ev"]] for event in reversed(acts) if event["ev"] in words), "")
        return f"{name} {text}" if text and len(self.people) > 1 else text

    def sent(self, row: Beat) -> list[tuple[int, str]]:
        """Return what is sent to persons in a row: (lane, text)."""
        gone: dict[int, str] = {}
        for event in self.recording.events[row.first : row.last + 1] if row.kind == "turn" else ():
            if event["ev"] == "io" and event["call"] in ("send", "sendall") and event.get("size") and "peer" in event:
                gone[event["peer"]] = gone.get(event["peer"], "") + plain(event["value"])
        return list(gone.items())


def slots(found: Sequence[Span]) -> list[list[Span]]:
    """Divide spans so that no two of a list last at the same time."""
    free: list[list[Span]] = []
    for span in sorted(found, key=lambda each: each.first):
        slot = next((each for each in free if each[-1].last <= span.first), None)
        if slot is None:
            free.append(slot := [])
        slot.append(span)
    return free
