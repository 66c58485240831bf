"""The lines of the lanes of a timeline: for a task, what state it is in between its turns."""
from __future__ import annotations

from itertools import groupby
from xml.etree import ElementTree as ET

from press.events import CANCELLED, ENDS, OS, QUEUES
from press.run.notes import timers
from press.run.rows import Row, Rows
from press.run.svg import box, put

UNDRAWN = frozenset({"none", "run", "done", "taken", "dropped"})
"""States that have no line: there is nothing yet, a bar, nothing any more."""


def draw_life(svg: ET.Element, rows: Rows, lane: int, top: float, bottom: float) -> None:
    """Draw the line of a lane: for a task, what state it is in between its turns."""
    if lane in rows.recording.tasks:
        if rows.recording.moments[-1].states[lane] == "dropped":
            draw_dropped(svg, rows, lane)
        else:
            draw_states(svg, rows, lane, bottom)
            draw_ends(svg, rows, lane)
    elif lane != OS:
        draw_axis(svg, rows, lane, top, bottom)


def draw_axis(svg: ET.Element, rows: Rows, lane: int, top: float, bottom: float) -> None:
    """Draw the line of who is no task: another one where the process waits in a call that this lane has made."""
    x, y, path, waiting = f"M{rows.x[lane]:g} ", top, "", ""
    for wait in rows.recording.waits:
        if wait.last >= rows.begin and rows.recording.folded[wait.lane] == lane:
            start, end = rows.at(wait.first).y, rows.at(wait.last).end
            waiting += f"{x}{start:g}V{end:g}"
            path, y = f"{path}{x}{y:g}V{start:g}", end
    put(svg, "path", d=f"{path}{x}{y:g}V{bottom:g}", class_="axis")
    if waiting:
        put(svg, "path", d=waiting, class_=f"read {rows.recording.colour(lane)}")


def draw_dropped(svg: ET.Element, rows: Rows, lane: int) -> None:
    """Draw a stub for who is thrown away before it has begun, where that happens."""
    moments, kind = rows.recording.moments, f"dropped {rows.recording.colour(lane)}"
    since = next(number for number, moment in enumerate(moments) if moment.states[lane] == "dropped")
    put(svg, "path", d=f"M{rows.x[lane]:g} {rows.at(since).y + 2:g}v8m-4 0h8", class_=kind)


def draw_states(svg: ET.Element, rows: Rows, lane: int, bottom: float) -> None:
    """Draw a line for each stretch in one state, or with one timer; for who waits for an inner one, a tube."""
    x, colour = rows.x[lane], rows.recording.colour(lane)
    course = [(index, *during(rows, row, lane)) for index, row in enumerate(rows.all)]
    for (state, _timers), group in groupby(course, lambda each: each[1:]):
        indices = [index for index, *_state in group]
        first, last = indices[0], indices[-1]
        start = rows.all[first - 1].end if first else rows.all[0].y
        end = rows.all[last + 1].y if last + 1 < len(rows.all) else bottom
        if state == "calls":
            box(svg, f"{state} {colour}", x - 3, start, 6, end - start)
        elif state not in UNDRAWN:
            put(svg, "path", d=f"M{x:g} {start:g}V{end:g}", class_=f"{state} {colour}")


def draw_ends(svg: ET.Element, rows: Rows, lane: int) -> None:
    """Draw a cross where a timer is cancelled, and a stroke where the task has finished."""
    recording, x = rows.recording, rows.x[lane]
    for row, before in zip(rows.all, [None, *rows.all]):
        known = timers(recording, lane, before.last)[0] if before else None
        cancelled = [text.removeprefix(CANCELLED).strip() for text in timers(recording, lane, row.last)[1]]
        if cancelled and (known is None or any(text in known for text in cancelled)):
            y = row.y - 4 if rows.turns[row.turn].lane == lane else row.y + 5
            kind = f"cross {recording.colour(lane)}"
            put(svg, "path", d=f"M{x - 4:g} {y - 4:g}l8 8m0 -8l-8 8", class_=kind)
    ended = next((row for row in rows.all if state_after(rows, row.last, lane) == "done"), None)
    if ended is not None and state_after(rows, rows.begin, lane) != "done":
        put(svg, "path", d=f"M{x - 6:g} {ended.end + 1:g}h12", class_="done")


def during(rows: Rows, row: Row, lane: int) -> tuple[str, tuple[str, ...]]:
    """Return the state of a task during a row, and the timers that are set for it."""
    turn = rows.turns[row.turn]
    event = row.last - (row.last == turn.last and rows.recording.events[row.last]["ev"] in ENDS)
    if turn.lane == 0:  # who is taken from a queue is drawn as one who is in it, until it is resumed
        before = max(row.first - 1, 0)
        if state_after(rows, row.first, lane) == "ready":
            event = row.first
        elif state_after(rows, event, lane) in ("taken", "none") and state_after(rows, before, lane) in QUEUES:
            event = before
    state = state_after(rows, event, lane)
    valid, cancelled = timers(rows.recording, lane, event)
    if state == "cancelled":
        return "unwanted", cancelled
    return state, valid if state == "sleep" else ()


def state_after(rows: Rows, event: int, lane: int) -> str:
    """Return the state of a task after an event."""
    return rows.recording.moments[event].states[lane]
