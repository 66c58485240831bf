"""The frames that stand one upon the other where an error arises: side by side, if it arises more than once."""
from __future__ import annotations

from xml.etree import ElementTree as ET

from whoruns.drawing.svg import WIDTH, put
from whoruns.story.recording import Recording
from whoruns.wording import _

ROW, SIDE = 21, 4
"""Height of a frame, and room between two stacks."""


def stacks(recording: Recording) -> list[tuple[str, ...]]:
    """Return the functions of the frames at each place where a call's error arises, the innermost first."""
    found = []
    for step in recording.steps:
        before = recording.events[step.event - 1]
        here = recording.events[step.event]
        arises = here["ev"] == "raise" and before["ev"] != "raise" and recording.lanes[here["lane"]]["kind"] == "call"
        if arises and step.event > recording.first_event:
            found.append(recording.functions(step))
    return found if len(found) > 1 and not recording.kernel else []


def draw_stacks(svg: ET.Element, recording: Recording, top: float) -> float:
    """Draw the stacks, if there are any; return where they end."""
    found = stacks(recording)
    if not found:
        return top
    put(svg, "text", _("The frames, each time the error arises"), x=SIDE, y=top + 14)
    end = top + 40 + ROW * max(map(len, found))
    width = min(150.0, WIDTH / len(found)) - SIDE
    colours = {recording.lanes[lane]["name"]: recording.colour(lane) for lane in recording.tasks}
    for index, names in enumerate(found):
        left = SIDE + (width + SIDE) * index
        label = _("error {number}").format(number=index + 1)
        put(svg, "text", label, class_="mid", x=left + width / 2, y=end - ROW * len(names) - 5)
        for level, name in enumerate(reversed(names), 1):
            group = put(svg, "g", class_=f"pile {colours.get(name, 'loop')}")
            y = end - ROW * level
            put(group, "rect", class_="frame", x=left, y=y, width=width, height=ROW - 2)
            put(group, "text", name, class_="mono mid", x=left + width / 2, y=y + 14)
    return end
