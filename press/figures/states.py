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
from whoruns.drawing.svg import TIP, across, canvas, finish, put
from whoruns.story.recording import Recording
from whoruns.story.replay import Moment
from whoruns.story.sentences import state_words

PLACES = {"ready": (58, 72), "run": (342, 72), "read": (170, 192)}
"""Where the middle of a state stands."""
HALF, RUNG, HIGH, ROW = 54, 64, 17, 50
"""Halves of the width of a state, of one in the middle, and of the height; and from one in the middle to the next."""

SLANTED = {
    ("run", "read"): ("M312 90L206 174m1 -8l-1 8l8 -1", 266, 120),
    ("read", "ready"): ("M140 174L76 91m-1 8l1 -8l7 4", 107, 148),
}
"""Arrows between two rows of states: the path, and where its label ends."""

RUNGS = ("sleep", "read", "park")
"""Where a task waits; those of a kernel stand one upon the other."""


def words_of(recording: Recording) -> Mapping[str, str]:
    """Return the words for the states, and for tasks of a kernel that are in none of its own places."""
    more = {"read": _("waits for a socket"), "park": _("is parked")} if recording.kernel else {}
    return {str(state): word for state, word in state_words().items()} | more


def where(recording: Recording, moment: Moment, task: int) -> str:
    """Return the state of a task; one that waits in a place that is no attribute of the kernel is parked."""
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
    waiting = [state for state in RUNGS if any(state in change for change in found)]
    ladder = waiting if recording.kernel else []
    places = PLACES | {state: (200, 128 + ROW * rung) for rung, state in enumerate(ladder)}
    places["done"] = places["run"][0], 142 + ROW * len(waiting)
    svg = canvas(
        "states", ident, _("The states, and how one leads to another"),
        _("Boxes are states, arrows are changes. The table below says the same in words."),
    )
    used = {state for change in found for state in change} - {"none"}
    for state in sorted(used):
        x, y = places[state]
        half = RUNG if state in ladder else HALF
        put(svg, "rect", class_=f"state {state}", x=x - half, y=y - HIGH, width=2 * half, height=2 * HIGH, rx=HIGH)
        put(svg, "text", words[state], class_="mid", x=x, y=y + 4.5)
    for (old, new), times in found.items():
        (before, level), (x, y) = places.get(old, (0, 0)), places[new]
        label, above, below = f"{reason((old, new))} {times}×", y - HIGH - 2, level + HIGH + 1
        if old == "none":
            put(svg, "path", d=f"M{x} {y - 56}V{above}{TIP['v']}")
            put(svg, "text", label, x=x + 9, y=y - 44)
        elif new in ladder:
            put(svg, "path", d=f"M{before} {below}V{y}H{x + RUNG + 2}{TIP['<']}")
            put(svg, "text", f"{times}×", class_="mid", x=(before + x + RUNG) / 2, y=y - 7)
        elif old in ladder:
            put(svg, "path", d=f"M{before - RUNG - 1} {level}H{x}V{y + HIGH + 2}{TIP['^']}")
            put(svg, "text", f"{times}×", class_="mid", x=(before - RUNG + x) / 2, y=level - 7)
        elif level == y:
            way = 1 if x > before else -1
            start, end, height = before + (HALF + 1) * way, x - (HALF + 2) * way, y - 6 * way
            put(svg, "path", d=across(start, end, height))
            put(svg, "text", label, class_="mid", x=(start + end) / 2, y=height - 7 if way > 0 else height + 18)
        elif before == x:
            put(svg, "path", d=f"M{x} {below}V{above}{TIP['v']}")
            put(svg, "text", label, class_="before", x=x - 9, y=above - 5)
        elif (old, new) in SLANTED:
            path, end, height = SLANTED[old, new]
            put(svg, "path", d=path)
            put(svg, "text", label, class_="before", x=end, y=height)
        else:
            raise BookError(f"no arrow from {old} to {new} has been thought of: press/figures/states.py")
    return finish(svg, max(places[state][1] for state in used) + HIGH + 3)
