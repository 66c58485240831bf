"""On whose behalf a kernel wakes a task."""
from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from whoruns.events import BEGINS, ENDS, Nowhere, Queue
from whoruns.story.replay import Moment
from whoruns.stretch import Change

READY, WAITS, ELSEWHERE = range(3)
PLACES = {"ready": READY, "sleep": WAITS, "read": WAITS}
"""The meaning of a queue's place, by the state it gives."""


def wakers(
    moments: Sequence[Moment], changes: Mapping[int, Sequence[Change]], states: Mapping[str, Queue | Nowhere],
    folded: Sequence[int],
) -> dict[int, list[tuple[int, int]]]:
    """Return {event: [(woken task, task that woke it)]}.

    On asyncio, a task wakes others itself, in its turn. A task whose timer rings, or that the loop asks to end, has no
    waker.
    """
    found: dict[int, list[tuple[int, int]]] = {}
    there = Counter[tuple[int, int]]()  # how often a lane is ready, or waits
    waited: set[int] = set()
    whose = {timer["id"]: folded[timer["lane"]] for moment in moments for timer in moment.event.get("sets", ())}
    by_whom = list(behalf(moments, folded))
    ends = Ends(moments, folded)
    for number, come_and_gone in changes.items():
        touched, by = set(), by_whom[number]
        for name, item, more in come_and_gone:
            if "cancelled" not in item[2:]:
                touched.add(folded[item[0]])
                there[folded[item[0]], PLACES.get(states[name], ELSEWHERE)] += more
        rung = {whose[timer] for timer in moments[number].event.get("rings", ())}
        asked = set(asked_by_loop(moments, number, folded))
        woken = sorted(lane for lane in touched & waited - rung - asked if there[lane, READY])
        wakes = [(lane, ends.waker(lane, number) or by) for lane in woken]
        if pairs := [(lane, waker) for lane, waker in wakes if waker and lane != waker]:
            found[number] = pairs
        for lane in touched:
            waits = (lane in waited or there[lane, WAITS]) and not there[lane, READY]
            (waited.add if waits else waited.discard)(lane)
    return found


class Ends:
    """The ends of tasks that others await: asyncio's loop tells of them later, and other tasks may run before that."""

    def __init__(self, moments: Sequence[Moment], folded: Sequence[int]) -> None:
        self._asked: dict[int, list[tuple[int, frozenset[int]]]] = {}
        """For each lane when it asks, and which others it awaits."""
        self._ended: dict[int, int] = {}
        self._cancelled: dict[int, list[int]] = {}
        members: dict[str, list[int]] = {}
        for number, moment in enumerate(moments):
            event = moment.event
            members |= event.get("holders", {})
            lane = folded[event["lane"]]
            if event["ev"] == "yield":
                request = event.get("request", [""])[0]
                inside = members.get(str(event.get("inside")), []) if request.endswith(".__aexit__") else []
                awaited = frozenset(folded[each] for each in [*event.get("awaits", ()), *inside])
                self._asked.setdefault(lane, []).append((number, awaited))
            elif event["ev"] in ENDS and moment.states.get(lane) == "done":
                self._ended.setdefault(lane, number)
            elif event["ev"] == "cancels" and event["lane"]:
                self._cancelled.setdefault(folded[event["whom"]], []).append(number)

    def waker(self, lane: int, number: int) -> int:
        """Return the task whose end wakes a lane at an event, or 0 if none does.

        If all have ended that it awaits, this is the last one; else the first, for which it has waited.
        """
        asked = self._asked.get(lane, [])
        place = bisect_left(asked, number, key=lambda each: each[0])
        since, awaited = asked[place - 1] if place else (0, frozenset())
        if any(since < each <= number for each in self._cancelled.get(lane, ())):
            return 0
        open_then = {each for each in awaited if self._ended.get(each, number + 1) > since}
        ended = sorted((self._ended[each], each) for each in open_then if self._ended.get(each, number + 1) <= number)
        return ended[-1 if len(ended) == len(open_then) else 0][1] if ended else 0


def asked_by_loop(moments: Sequence[Moment], number: int, folded: Sequence[int]) -> Iterator[int]:
    """Yield the tasks that the loop asks to end when it has got control with an event, until another lane has it.

    So asyncio.run() ends with those that are left, when main() has ended.
    """
    back = moments[number].event["ev"] in ENDS and len(moments[number].stack) == 1
    for moment in moments[number + 1 :] if back else ():
        if moment.event["ev"] != "cancels" or moment.event["lane"]:
            return
        yield folded[moment.event["whom"]]


def behalf(moments: Sequence[Moment], folded: Sequence[int]) -> Iterator[int]:
    """Yield for each moment the task that the loop works for then, or 0.

    The work of a kernel when it has got control back, until it leaves the function that got it, is for the task
    that gave it. Not so when it has asked for ready sockets: then their events wake the tasks.
    """
    giver, frame = 0, 0
    for moment in moments:
        kind = moment.event["ev"]
        if kind in ENDS and len(moment.stack) == 1:
            giver, frame = folded[moment.event["lane"]], 0
        elif kind in BEGINS or kind in ("waits", "looks"):
            giver = 0
        elif moment.at and len(moment.stack) == 1:
            frame = frame or moment.at[0][2]
        runs = moment.stack[1] if len(moment.stack) > 1 and kind not in BEGINS else 0
        runs = folded[moment.event["lane"]] if kind in ENDS and not runs else runs
        yield runs or (giver if giver and any(spot[2] == frame for spot in moment.at) else 0)
