"""The life cycle: which states the tasks of a recorded run were in, and how they changed.

Drawn and counted from the recording: a state that did not occur is not there, nor an arrow.
"""
from __future__ import annotations

from collections import Counter
from itertools import pairwise

from sphinx.locale import _

from press.catalogue import ListingError
from press.run.events import State
from press.run.recording import Recording
from press.run.svg import canvas, finish, put
from press.run.words import state_words

PLACES = {"ready": (60, 74), "run": (280, 74), "done": (280, 190), "sleep": (60, 190), "read": (140, 190)}
"""Where the middle of a state stands; a state is 88 by 28."""

SLANTED = {
    ("run", "read"): ("M254 90L172 174m1 -8l-1 8l8 -1", 165, 112),
    ("read", "ready"): ("M112 174L76 91m-2 8l2 -8l7 5", 44, 140),
}
"""Arrows between two rows of states: the path, and where the middle of its label is."""


def changes(recording: Recording) -> Counter[tuple[State, State]]:
    """Count how often a task went from one state to another. To be in no queue for a moment is no state."""
    found: Counter[tuple[State, State]] = Counter()
    for task in recording.tasks:
        states = [moment.states[task] for moment in recording.moments]
        course: list[State] = ["none", *(state for state in states if state not in ("none", "held", "core", "taken"))]
        found.update((old, new) for old, new in pairwise(course) if old != new)
    return found


def reason(change: tuple[str, str]) -> str:
    """Return the words for a change."""
    words = {
        ("ready", "run"): _("is resumed"), ("run", "ready"): _("gives way"), ("run", "done"): _("ends"),
        ("run", "read"): _("wants to wait"), ("read", "ready"): _("is woken"),
    }
    return _("enters the queue") if change[0] == "none" else words.get(change, "")


def draw(recording: Recording, ident: str) -> str:
    """Return the picture."""
    found = changes(recording)
    words = state_words()
    svg = canvas(
        "states", ident, _("The states, and how one leads to another"),
        _("Boxes are states, arrows are changes. The table below says the same in words."),
    )
    used = {state for change in found for state in change} - {"none"}
    for state in sorted(used):
        x, y = PLACES[state]
        put(svg, "rect", class_=f"state {state}", x=x - 44, y=y - 14, width=88, height=28, rx=14)
        put(svg, "text", words[state], class_="mid", x=x, y=y + 4)
    for (old, new), times in found.items():
        x, y = PLACES[new]
        label = f"{reason((old, new))} {times}×"
        if old == "none":
            put(svg, "path", d=f"M{x} {y - 54}V{y - 17}m-4 -5l4 5l4 -5")
            put(svg, "text", label, x=x + 8, y=y - 44)
        elif PLACES[old][1] == y:
            way = 1 if x > PLACES[old][0] else -1
            start, tip, level = PLACES[old][0] + 45 * way, x - 46 * way, y - 6 * way
            put(svg, "path", d=f"M{start} {level}H{tip}m{-5 * way} -4l{5 * way} 4l{-5 * way} 4")
            put(svg, "text", label, class_="mid", x=(start + tip) // 2, y=level - 7 if way > 0 else level + 16)
        elif PLACES[old][0] == x:
            put(svg, "path", d=f"M{x} {PLACES[old][1] + 15}V{y - 17}m-4 -5l4 5l4 -5")
            put(svg, "text", label, class_="before", x=x - 8, y=y - 23)
        elif (old, new) in SLANTED:
            path, middle, level = SLANTED[old, new]
            put(svg, "path", d=path)
            put(svg, "text", label, class_="mid", x=middle, y=level)
        else:
            raise ListingError(f"no arrow from {old} to {new} has been thought of: press/run/states.py")
    return finish(svg, max(PLACES[state][1] for state in used) + 18)
