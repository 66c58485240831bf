"""Questions that a recording asks before a row is uncovered, with choices, and answers itself.

1. Nothing is asked that only a person knows, or that has one possible answer. Real threads are not foreseen at all,
   nor the next one of very many tasks.
2. ``until``: how long does the process wait? The choices are the times for which timers have been set, also of those
   that count no more. Of a wait that a person ends, nothing is asked.
3. ``who`` goes on? The choices are the tasks that have begun or will soon, and have not ended; the functions of a
   program that calls them; and none, if the process ever waits.
4. ``where`` does the task of a kernel go, with the request that has ended its turn? The choices are the states into
   which tasks go in this run.
5. A question asked twice in the same situation is understood; so is a request whose name has been asked for once.
"""
from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from whoruns.events import QUEUES, State
from whoruns.story.beats import Beat, own_end
from whoruns.story.recording import Recording
from whoruns.story.sentences import MANY, seconds, state_words, who
from whoruns.wording import _

Choice = tuple[str, str]
"""The text of a choice, and the class that gives it its colour."""

OVER: frozenset[State] = frozenset({"done", "dropped"})
AFTER_A_REQUEST: tuple[State, ...] = (*QUEUES, "done")


class Ask(NamedTuple):
    """A question, before it is known whether it has to be asked."""

    kind: str
    choices: list[Choice]
    right: Choice
    situation: tuple[object, ...]
    most: int = 2
    """So often it is asked in this situation."""


def asks(recording: Recording, rows: Sequence[Beat]) -> list[tuple[int, str, list[Choice], int]]:
    """Return the questions before rows: number of the row, kind of question, choices, index of the right one."""
    found: list[tuple[int, str, list[Choice], int]] = []
    met: Counter[tuple[object, ...]] = Counter()
    foreseen = not recording.recorded and len(recording.tasks) <= MANY
    reached = frozenset(
        recording.moments[row.last].states[row.lane] for row in rows if foreseen and row.kind == "turn" and row.lane > 0
    )
    for number in range(1, len(rows) if foreseen else 0):
        for ask in questions(recording, rows, number, reached):
            situation = (ask.kind, *ask.situation)
            if len(ask.choices) > 1 and ask.right in ask.choices and met[situation] < ask.most:
                met[situation] += 1
                found.append((number, ask.kind, ask.choices, ask.choices.index(ask.right)))
                break
    return found


def questions(recording: Recording, rows: Sequence[Beat], number: int, reached: frozenset[State]) -> Iterator[Ask]:
    """Yield the possible questions before a row, the best first; `reached`: the states at the ends of all turns."""
    before, row = rows[number - 1 : number + 1]
    if row.kind in ("wait", "leap"):
        yield from until(recording, row)
    if before.kind in ("setup", "gap"):
        return
    if row.kind == "wait":
        yield nobody(recording, rows, number)
    elif row.kind == "turn" and row.lane > 0 and not row.passing:
        yield next_one(recording, rows, number)
    if before.kind == "turn" and before.lane > 0 and recording.kernel and not recording.levels:
        yield from where(recording, reached, before)


def until(recording: Recording, row: Beat) -> Iterator[Ask]:
    """Ask when a wait ends that a timer ends."""
    events = recording.events
    over = next((n for n in range(row.first, row.last + 1) if n in recording.leaps or events[n]["ev"] == "wakes"), None)
    if over is None:
        return
    times = due_after(recording, recording.time(row.first - 1), over)
    if recording.time(over) in times:
        choices = [(seconds(time), "os") for time in times]
        yield Ask("until", choices, (seconds(recording.time(over)), "os"), (row.first,))


def due_after(recording: Recording, now: float, over: int) -> list[float]:
    """Return for which times after `now` timers have been set before an event, and have not rung before it."""
    known = recording.alarms[: bisect_left(recording.alarms, over, key=lambda alarm: alarm.first)]
    return sorted({alarm.due for alarm in known if alarm.due > now and alarm.rings >= over})


def nobody(recording: Recording, rows: Sequence[Beat], number: int) -> Ask:
    """Ask who goes on where no task does."""
    choices = [*able(recording, rows, number), waiting()]
    return Ask("who", choices, waiting(), ("nobody",))


def next_one(recording: Recording, rows: Sequence[Beat], number: int) -> Ask:
    """Ask which task goes on; whether that is a new situation depends on the past, of the task and of all."""
    before, row = rows[number - 1 : number + 1]
    choices = able(recording, rows, number)
    if len(choices) > 1 and any(beat.kind == "wait" for beat in rows):
        choices.append(waiting())
    course, since = recording.courses[row.lane], row.first - 1
    place = course.at(since)
    while place > 0 and course.states[place] in ("ready", "taken"):
        since, place = course.since[place] - 1, place - 1
    origin = course.states[place]
    since = since if origin not in ("ready", "taken") else 0
    woken = any(row.lane in dict(recording.wakers.get(n, ())) for n in range(since, row.first))
    right = (called(recording, row.lane, row.first), recording.colour(row.lane))
    return Ask("who", choices, right, (origin, woken, before.kind))


def where(recording: Recording, reached: frozenset[State], before: Beat) -> Iterator[Ask]:
    """Ask for the state after the request that has ended a turn."""
    asked = recording.events[own_end(recording, before)]
    words = state_words(kernel=True)
    colour = recording.colour(before.lane)
    choices = {state: (str(words[state]), colour) for state in AFTER_A_REQUEST if state in reached}
    right = choices.get(recording.moments[before.last].states[before.lane])
    if "request" in asked and right:
        yield Ask("where", list(choices.values()), right, (asked["request"][0],), most=1)


def able(recording: Recording, rows: Sequence[Beat], number: int) -> list[Choice]:
    """Return the tasks that could go on before a row, so far as a reader knows, in their order, or each function."""
    before = rows[number - 1]
    states = recording.moments[own_end(recording, before)].states
    coming = {row.lane for row in takewhile(lambda row: row.kind == "turn", rows[number:])}
    found: list[Choice] = []
    for lane in recording.tasks:
        known = lane in recording.calls or states[lane] != "none" or (lane in coming and not recording.levels)
        if known and states[lane] not in OVER:
            found += [(name, recording.colour(lane)) for name in functions(recording, lane)]
    return found


def functions(recording: Recording, lane: int) -> list[str]:
    """Return the functions of an object whose functions are called, in alphabetical order; else the lane's name."""
    names = recording.called.get(lane)
    return names if names and not recording.levels else [who(recording, lane)]


def called(recording: Recording, lane: int, number: int) -> str:
    """Return which of its functions a lane is in from an event on, or its name."""
    names = functions(recording, lane)
    if len(names) == 1:
        return names[0]
    told = (event.get("call", "") for event in recording.events[number::-1] if recording.folded[event["lane"]] == lane)
    return next((name for name in told if name in names), names[0])


def waiting() -> Choice:
    """Return the choice that the program waits."""
    return str(_("the whole program waits")), "os"
