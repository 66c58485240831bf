"""Where the columns of a timeline stand, and their names: upright, on two lines if one has no room for them."""
from __future__ import annotations

from xml.etree import ElementTree as ET

from sphinx.locale import _

from press.events import OS
from press.run.recording import Recording
from press.run.svg import WIDTH, put, wide
from press.run.words import who

TIME, LANE, ANSWERING, PERSON, BUFFER = 28, 24, 48, 22, 62
"""Width of the column of times, of a lane, of one between whose arrows values are written, of a person, and of the
operating system where bytes lie in it."""
NOTES = 118
"""At least so much is left for what is written beside the lanes, if the names can stand on two lines."""


class Columns:
    """The place of each lane: `x`, its middle; `edge` is where the last one ends, `height` what the names take.

    `answering`: values are sent into generators.
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        given = {event.get("value", "None") for event in recording.events if event["ev"] == "resume"}
        self.answering = not recording.kernel and bool(given - {"None"})
        self.lanes = recording.columns
        names = [wide(who(recording, lane)) + 6 for lane in self.lanes]
        widths = [self._width(lane) for lane in self.lanes]
        apart = [max(pair) for pair in zip(widths, names)]
        left: float = TIME if recording.timed else 2
        self.staggered = left + sum(apart) > WIDTH - NOTES and apart != widths
        self.x: dict[int, float] = {}
        for index, (lane, width) in enumerate(zip(self.lanes, widths if self.staggered else apart)):
            self.x[lane] = left + width / 2
            if self.staggered and index > 1:
                before = self.lanes[index - 2]
                need = self.x[before] + (names[index - 2] + names[index]) / 2
                self.x[lane] = max(self.x[lane], need)
            left = self.x[lane] + width / 2
        self.edge = left
        self.persons = [lane for lane in self.lanes if lane > 0 and recording.lanes[lane]["kind"] == "peer"]
        self.buffer = self._width(OS) if OS in self.lanes else 0
        self.height = 18 * bool(self.persons) + 12 * self.staggered + 14

    def _width(self, lane: int) -> float:
        if lane == OS:
            texts = [wide(transfer.text) + 12 for transfer in self.recording.transfers]
            return min(max(BUFFER, *texts), BUFFER + 10 * max(0, 8 - len(self.lanes))) if texts else LANE
        if self.recording.lanes[lane]["kind"] == "peer":
            return PERSON
        return ANSWERING if self.answering else LANE

    def draw(self, svg: ET.Element) -> None:
        """Write the names, and over them who is a person and what is the program."""
        base = self.height - 5
        for index, lane in enumerate(self.lanes):
            level = 12 if self.staggered and index % 2 == 0 else 0
            colour = self.recording.colour(lane)
            name = who(self.recording, lane)
            put(svg, "text", name, class_=f"head mid {colour}", x=self.x[lane], y=base - level)
        if self.persons:
            program = [lane for lane in self.lanes if lane not in self.persons and lane != OS]
            for word, lanes in ((_("people"), self.persons), (_("program"), program)):
                left, right = self.x[lanes[0]] - 11, self.x[lanes[-1]] + 11
                y = 15
                put(svg, "path", d=f"M{left:g} {y + 3:g}v-3H{right:g}v3", class_="side")
                put(svg, "text", word, class_="mid sides", x=(left + right) / 2, y=y - 3)
