"""On whose behalf a kernel wakes a task."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from whoruns.events import BEGINS, ENDS
from whoruns.story.replay import Moment

WAITS = ("sleep", "read")
"""States of who waits in a place."""


def wakers(
    moments: Sequence[Moment], states: Mapping[str, str], folded: Sequence[int]
) -> dict[int, list[tuple[int, int]]]:
    """Return for events with which tasks are woken: each, and the one on whose behalf that is, if it is of one.

    What the kernel does when it has got control back, until it leaves the function that got it, it does for the task
    that gave it. On asyncio, a task wakes others itself, in its turn. Nobody wakes a task whose timer rings.
    """
    found: dict[int, list[tuple[int, int]]] = {}
    whose: dict[int, int] = {}
    waited: set[int] = set()
    giver, frame = 0, 0
    for number, moment in enumerate(moments):
        kind = moment.event["ev"]
        if kind in ENDS and len(moment.stack) == 1:
            giver, frame = folded[moment.event["lane"]], 0
        elif kind in BEGINS or kind == "waits":
            giver = 0
        elif moment.at and len(moment.stack) == 1:
            frame = frame or moment.at[0][2]
        here = any(number_of == frame for _file, _line, number_of in moment.at)
        ready, waiting = (
            {
                item.lane for name, box in moment.queues.items() if states[name] in kinds
                for item in box if not item.cancelled
            }
            for kinds in (("ready",), WAITS)
        )
        runs = moment.stack[1] if len(moment.stack) > 1 and kind not in BEGINS else 0
        runs = folded[moment.event["lane"]] if kind in ENDS and not runs else runs
        by = runs or giver * here
        whose |= {timer["id"]: folded[timer["lane"]] for timer in moment.event.get("sets", ())}
        rung = {whose[timer] for timer in moment.event.get("rings", ())}
        if woken := [(lane, by) for lane in sorted(waited & ready - rung) if by and lane != by]:
            found[number] = woken
        waited = (waited | waiting) - ready
    return found
