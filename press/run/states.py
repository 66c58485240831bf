"""The life cycle: which states the tasks of a recorded run were in, and how they changed.

Drawn and counted from the recording: a state that did not occur is not there, nor an arrow. Of a kernel, these are the
places where a task can be; those where it waits stand between the other two, like rungs between the poles of a ladder.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from sphinx.locale import _

from press.catalogue import BookError
from press.run.recording import Recording
from press.run.replay import Moment
from press.run.svg import canvas, finish, put
from press.run.words import state_words

PLACES = {"ready": (60, 74), "run": (280, 74), "done": (280, 190), "sleep": (60, 190), "read": (140, 190)}
"""Where the middle of a state stands; a state is 88 by 28."""

SLANTED = {
    ("run", "read"): ("M254 90L172 174m1 -8l-1 8l8 -1", 165, 112),
    ("read", "ready"): ("M112 174L76 91m-2 8l2 -8l7 5", 44, 140),
}
"""Arrows between two rows of states: the path, and where the middle of its label is."""


RUNGS = ("sleep", "read", "park")
"""Where a task of a kernel waits."""


def words_of(recording: Recording) -> Mapping[str, str]:
    """Return the words for the states, and for those of a kernel who are in none of its own places."""
    more = {"read": _("waits for a socket"), "park": _("is parked")} if recording.kernel else {}
    return {str(state): word for state, word in state_words().items()} | more


def where(recording: Recording, moment: Moment, task: int) -> str:
    """Return the state of a task; who waits in a place that is no attribute of the kernel is parked."""
    there = [name for name, items in moment.queues.items() for item in items if item.lane == task]
    parked = moment.states[task] == "read" and not set(there) - set(recording.awaited)
    return "park" if parked else moment.states[task]


def changes(recording: Recording) -> Counter[tuple[str, str]]:
    """Count how often a task went from one state to another. To be in no queue for a moment is no state."""
    found: Counter[tuple[str, str]] = Counter()
    for task in recording.tasks:
        states = [where(recording, moment, task) for moment in recording.moments]
        course = ["none", *(state for state in states if state not in ("none", "held", "core", "taken"))]
        found.update((old, new) for old, new in pairwise(course) if old != new)
    return found


def reason(change: tuple[str, str]) -> str:
    """Return the words for a change."""
    words = {
        ("ready", "run"): _("is resumed"), ("run", "ready"): _("gives way"), ("run", "done"): _("ends"),
    }
    told = _("wants to wait") if change[1] in RUNGS else _("is woken") if change[0] in RUNGS else ""
    return _("enters the queue") if change[0] == "none" else words.get(change, told)


def draw(recording: Recording, ident: str) -> str:
    """Return the picture."""
    found = changes(recording)
    words = words_of(recording)
    ladder = [state for state in RUNGS if recording.kernel and any(state in change for change in found)]
    places = PLACES | {state: (170, 126 + 44 * rung) for rung, state in enumerate(ladder)}
    if ladder:
        places["done"] = places["run"][0], 138 + 44 * len(ladder)
    svg = canvas(
        "states", ident, _("The states, and how one leads to another"),
        _("Boxes are states, arrows are changes. The table below says the same in words."),
    )
    used = {state for change in found for state in change} - {"none"}
    for state in sorted(used):
        x, y = places[state]
        half = 60 if state in ladder else 44
        put(svg, "rect", class_=f"state {state}", x=x - half, y=y - 14, width=2 * half, height=28, rx=14)
        put(svg, "text", words[state], class_="mid", x=x, y=y + 4)
    for (old, new), times in found.items():
        x, y = places[new]
        label = f"{reason((old, new))} {times}×"
        if old == "none":
            put(svg, "path", d=f"M{x} {y - 54}V{y - 17}m-4 -5l4 5l4 -5")
            put(svg, "text", label, x=x + 8, y=y - 44)
        elif new in ladder:
            put(svg, "path", d=f"M{places[old][0]} {places[old][1] + 15}V{y}H{x + 62}m5 -4l-5 4l5 4")
            put(svg, "text", f"{times}×", class_="mid", x=(places[old][0] + x + 60) // 2, y=y - 6)
        elif old in ladder:
            put(svg, "path", d=f"M{places[old][0] - 61} {places[old][1]}H{x}V{y + 17}m-4 5l4 -5l4 5")
            put(svg, "text", f"{times}×", class_="mid", x=(places[old][0] - 60 + x) // 2, y=places[old][1] - 6)
        elif places[old][1] == y:
            way = 1 if x > places[old][0] else -1
            start, tip, level = places[old][0] + 45 * way, x - 46 * way, y - 6 * way
            put(svg, "path", d=f"M{start} {level}H{tip}m{-5 * way} -4l{5 * way} 4l{-5 * way} 4")
            put(svg, "text", label, class_="mid", x=(start + tip) // 2, y=level - 7 if way > 0 else level + 16)
        elif places[old][0] == x:
            put(svg, "path", d=f"M{x} {places[old][1] + 15}V{y - 17}m-4 -5l4 5l4 -5")
            put(svg, "text", label, class_="before", x=x - 8, y=y - 23)
        elif (old, new) in SLANTED:
            path, middle, level = SLANTED[old, new]
            put(svg, "path", d=path)
            put(svg, "text", label, class_="mid", x=middle, y=level)
        else:
            raise BookError(f"no arrow from {old} to {new} has been thought of: press/run/states.py")
    return finish(svg, max(places[state][1] for state in used) + 18)
