"""On whose behalf a kernel wakes a task."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from whoruns.events import BEGINS, ENDS, Nowhere, Queue
from whoruns.story.replay import Change, Moment

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
    for number, come_and_gone in changes.items():
        touched, by = set(), by_whom[number]
        for name, item, more in come_and_gone:
            if "cancelled" not in item[2:]:
                touched.add(folded[item[0]])
                there[folded[item[0]], PLACES.get(states[name], ELSEWHERE)] += more
        rung = {whose[timer] for timer in moments[number].event.get("rings", ())}
        asked = set(asked_by_loop(moments, number, folded))
        woken = sorted(lane for lane in touched & waited - rung - asked if there[lane, READY])
        if by and (pairs := [(lane, by) for lane in woken if lane != by]):
            found[number] = pairs
        for lane in touched:
            waits = (lane in waited or there[lane, WAITS]) and not there[lane, READY]
            (waited.add if waits else waited.discard)(lane)
    return found


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
