"""The key of a timeline: every stroke that occurs in the drawing, and nothing else."""
from __future__ import annotations

from xml.etree import ElementTree as ET

from sphinx.locale import _

from press.events import State
from press.run.recording import Recording
from press.run.svg import WIDTH, arrow, box, put, wide
from press.run.words import state_words

SIGN = 23
"""Width of a sign, with the space after it."""


def meanings(recording: Recording) -> dict[str, str]:
    """Return the words for each sign, in the order in which they are given."""
    states = state_words(bool(recording.calls), recording.kernel)
    drawn: tuple[State, ...] = ("ready", "sleep", "read", "calls", "core", "held", "made", "dropped", "lost")
    persons = any(lane["kind"] == "peer" for lane in recording.lanes)
    go, back = hands(recording)
    return {
        "bar": states["run"], "pass": states["pass"], "axis": _("not running"),
        **{state: states[state] for state in drawn},
        "cross": _("is cancelled"), "unwanted": states["cancelled"], "done": states["done"],
        "go": go, "back": back,
        "asleep": _("the whole program waits"), "looks": _("returns at once"),
        "data": _("sends or takes"), "chip": _("lies in a buffer"), "end of data": _("end of data"),
        "connection": _("connection to be accepted"), "out": _("output"),
        "mark": _("a person acts (up), the program runs (down)") if persons else _("the program runs"),
        "leap": _("the clock jumps"),
    }


def hands(recording: Recording) -> tuple[str, str]:
    """Return what the arrows say with which control comes and goes: generators are resumed, functions called."""
    kinds = {event["ev"] for event in recording.events[recording.turns[recording.first_turn].first :]}
    if recording.recorded:
        return _("starts"), _("gives control back")
    if any("core" in moment.states.values() for moment in recording.moments):
        return _("executes an instruction"), _("returns")
    if recording.kernel:
        return _("resumes"), _("asks or ends")
    if "call" not in kinds:
        return _("resumes"), _("gives control back")
    if "resume" in kinds:
        return _("resumes or calls"), _("gives control back")
    return _("calls"), _("returns or fails") if "raise" in kinds else _("returns")


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
        put(group, "rect", class_=kind, x=x + 5, y=y - 5, height=11)
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
    elif kind == "dropped":
        put(group, "path", d=f"M{x + 9:g} {y - 4:g}v8m-4 0h8", class_=kind)
    elif kind == "mark":
        put(group, "path", d=f"M{x:g} {y:g}h18m-13 0v-6m8 6v6", class_=kind)
    elif kind == "leap":
        put(group, "path", d=f"M{x:g} {y + 3:g}c6 -7 12 -7 18 0m-6 -2l6 2l-1 -6", class_=kind)
    elif kind == "calls":
        box(group, kind, x, y - 3, 18, 6)
    else:
        put(group, "path", d=f"M{x:g} {y:g}h18", class_=kind)
