"""Time to scale, as a strip below a timeline: how much of it is waiting, and when things happen."""
from __future__ import annotations

from xml.etree import ElementTree as ET

from sphinx.locale import _

from press.events import ACTS
from press.run.recording import Recording
from press.run.svg import WIDTH, box, put, wide
from press.run.words import seconds

LEFT, RIGHT, LINE, HEIGHT = 12, WIDTH - 16, 31, 52
"""Where the strip begins and ends, how far down it lies, and how high it is with its words."""


def draw_scale(svg: ET.Element, recording: Recording, top: float) -> int:
    """Draw the strip; return its height."""
    first, line = recording.first_event, top + LINE
    start, end = recording.time(first), recording.time(recording.last_event)
    waits = [wait for wait in recording.waits if wait.last >= first]
    waited = sum(wait.end - max(wait.start, start) for wait in waits)

    def x(time: float) -> float:
        return LEFT + (RIGHT - LEFT) * (time - start) / (end - start)

    put(svg, "text", _("To scale: {waited} of {all} s are spent waiting").format(
        waited=f"{waited:g}", all=f"{end - start:g}",
    ), class_="small", x=LEFT, y=top + 17)
    group = put(svg, "g", class_="strip")
    put(group, "path", d=f"M{LEFT} {line:g}H{RIGHT}", class_="scale")
    for wait in waits:
        begins = x(max(wait.start, start))
        box(group, "asleep", begins, line - 4, x(wait.end) - begins, 8)
    marks: dict[tuple[float, str], int] = {}
    for turn in recording.turns:
        if turn.last >= first and turn.lane > 0 and recording.time(turn.first) <= end:
            acts = recording.events[turn.first]["ev"] in ACTS
            marks[recording.time(turn.first), recording.colour(turn.lane)] = -9 if acts else 9
    for (time, colour), length in marks.items():
        put(group, "path", d=f"M{x(time):g} {line:g}v{length}", class_=f"mark {colour}")
    times = sorted({time for time, _colour in marks} | {start, end})
    for number in sorted(number for number in recording.leaps if number > first):
        a, b = x(recording.time(number - 1)), x(recording.time(number))
        curve = f"c20 -9 {b - a - 20:g} -9 {b - a:g} 0m-6 -3l6 3l-2 -6"
        put(group, "path", d=f"M{a:g} {line - 2:g}{curve}", class_="leap")
    free = LEFT - 20.0
    for time in times:
        text = seconds(time)
        half = wide(text, code=False) / 2
        if x(time) - half > free and (time == end or x(time) + half < x(end) - 16):
            put(group, "text", text, class_="time mid", x=x(time), y=line + 18)
            free = x(time) + half + 3
    return HEIGHT

