"""The operating system in a timeline: the frames in which the process waits there, and what lies in its buffers."""
from __future__ import annotations

from xml.etree import ElementTree as ET

from press.events import OS
from press.run.rows import Rows
from press.run.svg import arrow, box, put, wide
from press.run.transfers import Transfer

CONNECTION = 5
"""Half the width of a connection that lies there."""


def draw_system(svg: ET.Element, rows: Rows, top: float, bottom: float) -> None:
    """Draw the operating system, and the frames in which the process waits in it."""
    left, width = rows.x[OS] - rows.columns.buffer / 2, rows.columns.buffer
    box(svg, "band", left, top, width, bottom - top)
    for wait in rows.recording.waits:
        if wait.last >= rows.begin:
            start, end = rows.at(wait.first).y, rows.at(wait.last)
            height = end.y + (end.height if end.lines else 0) - start
            box(svg, "asleep", left + 1.5, start, width - 3, height)


def draw_transfer(svg: ET.Element, rows: Rows, transfer: Transfer, bottom: float) -> None:
    """Draw what is given to the operating system: how it gets there, how it lies there, and how it is taken."""
    if transfer.taken is None and transfer.kind == "end":
        return  # nobody reads it: the other side has closed as well
    if transfer.taken is not None and transfer.taken < rows.begin:
        return
    events, folds = rows.recording.events, rows.recording.folded
    colour, x = rows.recording.colour(transfer.person), buffer_x(rows, transfer)
    y = rows.level(transfer.left)
    text = transfer.text if transfer.kind == "data" else "b''" if transfer.kind == "end" else ""
    half = wide(text) / 2 + 2 if text else CONNECTION
    edge = rows.columns.buffer / 2 - 2
    middle = min(max(x, rows.x[OS] - edge + half), rows.x[OS] + edge - half)
    group = put(svg, "g", class_=f"sent {colour}")
    if transfer.taken is not None:
        taken = rows.level(transfer.taken)
        lane = folds[events[transfer.taken]["lane"]]
        put(group, "path", d=f"M{x:g} {y:g}V{taken:g}", class_="lying")
        way = 1 if rows.x[lane] > x else -1
        arrow(group, x, rows.x[lane] - 6 * way, taken, "data")
    else:
        put(group, "path", d=f"M{x:g} {y:g}V{bottom:g}", class_="lying")
    lane = folds[events[transfer.left]["lane"]]
    way = 1 if rows.x[lane] < x else -1
    if transfer.left >= rows.begin:
        arrow(group, rows.x[lane] + 5 * way, middle - half * way, y, "data")
    if text:
        box(group, "chip", middle - half, y - 6, 2 * half, 12)
        put(group, "text", text, class_="value mid", x=middle, y=y + 3)
    else:
        put(group, "circle", class_="chip", cx=middle, cy=y, r=CONNECTION)


def buffer_x(rows: Rows, transfer: Transfer) -> float:
    """Return where something lies in the operating system: each person has a buffer for each direction."""
    index = rows.columns.persons.index(transfer.person)
    count = len(rows.columns.persons)
    return rows.x[OS] + (8 * (index - count) + 2 if transfer.inwards else 8 * (count - index) - 2)
