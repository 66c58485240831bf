"""The key of a timeline: every stroke that occurs in the drawing, and nothing else."""
from __future__ import annotations

from xml.etree import ElementTree as ET

from sphinx.locale import _

from press.run.recording import Recording
from press.run.svg import WIDTH, arrow, box, put, wide
from press.run.words import state_words

SIGN = 23
"""Width of a sign, with the space after it."""


def meanings(recording: Recording) -> dict[str, str]:
    """Return the words for each sign, in the order in which they are given."""
    states = state_words(bool(recording.calls))
    tasks, calls = set(recording.tasks) - recording.calls, recording.calls
    hands = _("resumes or calls") if tasks and calls else _("calls") if calls else _("resumes")
    return {
        "bar": states["run"], "pass": states["pass"], "axis": _("does nothing"),
        **{state: states[state] for state in ("ready", "sleep", "read", "calls", "core", "held", "made", "lost")},
        "cross": _("is cancelled"), "unwanted": _("cancelled, still in a queue"), "done": states["done"],
        "go": _("starts") if recording.recorded else hands,
        "back": _("gives control back"),
        "asleep": _("the process waits"), "looks": _("asks without waiting"),
        "data": _("sends or takes"), "chip": _("lies in a buffer"), "end of data": _("end of data"),
        "connection": _("connection to be accepted"), "out": _("output"),
    }


def signs(svg: ET.Element) -> set[str]:
    """Return the signs that occur in a drawing, by its classes."""
    found = set()
    for element in svg.iter():
        kind = element.get("class", "").partition(" ")[0]
        if element.tag == "circle":
            found.add({"bar": "looks", "chip": "connection"}[kind])
        elif element.tag in ("path", "rect"):
            found.add(kind)
        elif element.text == "b''" and kind == "value":
            found.add("end of data")
    return found


def draw_key(svg: ET.Element, recording: Recording, top: int) -> int:
    """Draw the key; return the height of the whole picture."""
    x, y, used = 4.0, top, signs(svg)
    group = put(svg, "g", class_="key")
    for kind, word in meanings(recording).items():
        if kind in used:
            room = SIGN + wide(word, code=False) + 10
            if x > 4 and x + room > WIDTH + 6:
                x, y = 4.0, y + 16
            sign(group, kind, x, y - 4)
            put(group, "text", word, x=x + SIGN, y=y)
            x += room
    return y + 6


def sign(group: ET.Element, kind: str, x: float, y: float) -> None:
    """Draw a sign, its middle at the height y."""
    if kind in ("bar", "pass"):
        box(group, kind, x + 5, y - 5, 8, 11)
    elif kind in ("go", "back", "data"):
        arrow(group, x, x + 19, y, kind)
    elif kind == "asleep":
        box(group, kind, x + 1, y - 5, 17, 10)
    elif kind == "looks":
        put(group, "circle", class_="bar", cx=x + 9, cy=y, r=4)
    elif kind == "connection":
        put(group, "path", d=f"M{x + 9:g} {y:g}v7", class_="lying")
        put(group, "circle", class_="chip", cx=x + 9, cy=y - 1, r=4)
    elif kind == "chip":
        put(group, "path", d=f"M{x + 9:g} {y:g}v8", class_="lying")
        box(group, "chip", x + 1, y - 6, 17, 9)
    elif kind == "end of data":
        put(group, "text", "b''", class_="value", x=x + 1, y=y + 4)
    elif kind == "out":
        box(group, kind, x, y - 6, 18, 12)
    elif kind == "cross":
        put(group, "path", d=f"M{x + 5:g} {y - 4:g}l8 8m0 -8l-8 8", class_=kind)
    elif kind == "calls":
        box(group, kind, x, y - 3, 18, 6)
    else:
        put(group, "path", d=f"M{x:g} {y:g}h18", class_=kind)
