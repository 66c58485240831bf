"""Turns, in which one lane runs, and waits, in which none does: stretches of a recording, read from its replay."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whoruns.events import ACTS, ENDS, OS, value_of
from whoruns.story.replay import Moment


@dataclass
class Turn:
    """A stretch in which one lane runs; events first..last of the recording."""

    lane: int
    first: int
    last: int
    caller: int | None = None
    """The lane that control came from, if a task was started or resumed, or a function called."""
    end: str = ""
    """How control went back: yield, return, raise, step, preempted; or nothing."""
    value: str = ""
    passed: bool = False
    """An inner generator, whose lines are not followed, has yielded the value."""
    passing: bool = False
    """No line of the lane ran: it only passed a value on, between an inner generator and its caller."""


@dataclass(frozen=True)
class Wait:
    """A stretch in which the process waits in a call; events first..last, the last one being the end of it."""

    call: str
    lane: int
    first: int
    last: int
    start: float
    end: float
    timeout: float | None
    """Seconds, or None for ever."""
    ready: tuple[str, ...]
    """The call's result: nothing if the time was over."""


def turns(moments: Sequence[Moment], folded: Sequence[int], levels: bool, since: int = 0) -> list[Turn]:
    """Fold the moments into turns; none begins before event `since` and ends after it."""
    found: list[Turn] = []
    passed = False
    for number, moment in enumerate(moments):
        event, kind = moment.event, moment.event["ev"]
        passed = "passed" in event and (passed or moments[number - 1].event["ev"] != "yield")
        lane = moment.stack[-1] if kind in ("made", "dropped") else folded[event["lane"]]
        lane = OS if kind in ("waits", "wakes", "looks") else lane
        new = not found or found[-1].lane != lane or found[-1].end or kind in ACTS or kind == "waits"
        new = new or moments[number - 1].event["ev"] in ACTS  # an act is a turn of its own
        if new or moment.caller is not None or number == since:
            passing = levels and lane > 0 and kind not in ACTS
            found.append(Turn(lane, number, number, moment.caller, passing=passing))
        turn = found[-1]
        turn.last = number
        turn.passing = turn.passing and kind in ("resume", "yield")
        if kind in ENDS and moment.stack[-1] != lane:
            turn.end, turn.value, turn.passed = kind, value_of(event), passed
    return found


def waits(moments: Sequence[Moment]) -> list[Wait]:
    """Return the waits, each with its own end; one without an end goes on to that of the recording."""
    found = []
    for number, moment in enumerate(moments):
        event = moment.event
        if event["ev"] == "waits":
            ends = (n for n in range(number, len(moments)) if moments[n].event["ev"] == "wakes")
            last = next(ends, len(moments) - 1)
            end = moments[last].event
            found.append(Wait(
                event["call"], event["lane"], number, last, event.get("t", 0), end.get("t", 0), event.get("timeout"),
                tuple(end.get("ready", ())),
            ))
    return found
