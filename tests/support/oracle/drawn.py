"""Laws of the drawing and the table of a run: they say the same as the stepper, whose steps the oracle has seen."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice, pairwise

from press.events import ACTS, ENDS, QUEUES
from tests.support.oracle.shown import IN_OS, Shown, Step

TELLING = frozenset({*ACTS, *IN_OS, *ENDS})
"""Kinds of steps that show what is so when a turn is over."""
DRAWN = {
    **{state: {""} for state in ("none", "run", "done", "dropped")}, "taken": {"", *QUEUES}, "cancelled": {"unwanted"},
}
"""States, and the lines with which they are drawn, if not with those of the same name."""
NOTED = re.compile(r"\w+")
"""Names and values in what a run file notes."""
VALUE = re.compile(r"b'[^']*'|<[^<>]*>|(?<=\) )→ [^·]*[^·\s]")
"""Values in what a step says, the same in every language."""


def turns(shown: Shown) -> Iterator[str]:
    """Turns are drawn one below the other, in the column of who has them, and each column has a name."""
    bars = shown.drawing.bars
    if "" in shown.drawing.heads:
        yield f"{shown.figure()}: the columns are called {shown.drawing.heads}"
    if [bar.number for bar in bars] != list(range(len(bars))):
        yield f"{shown.figure()}: the turns are numbered {[bar.number for bar in bars]}"
    for above, below in pairwise(bars):
        if above.bottom > below.top or below.top >= below.bottom:
            yield f"{shown.figure()}: turn {below.number + 1} is drawn at {below.top:g}, in the turn before it"
    for step in shown.steps[shown.begins :]:
        if step.turn not in range(len(bars)):
            yield f"{shown.place(step)}: its turn is not drawn"
        elif (bars[step.turn].who or None) != (None if step.kind in IN_OS else step.who):
            yield f"{shown.place(step)}: {step.who} runs, and the bar is in the column of {bars[step.turn].who or 'OS'}"


def drawn_waits(shown: Shown) -> Iterator[str]:
    """Each wait is drawn once, from the row where it begins to the row where it ends, and no two overlap."""
    bars, frames = shown.drawing.bars, shown.drawing.asleep
    for above, below in pairwise(frames):
        if above[1] > below[0]:
            yield f"{shown.figure()}: the wait from {above[0]:g} to {above[1]:g} runs into the next, at {below[0]:g}"
    spans = waits(shown)
    if len(frames) != len(spans):
        yield f"{shown.figure()}: {len(frames)} waits are drawn, and there are {len(spans)}"
    for frame, (begin, end) in zip(frames, spans):
        if begin is not None and begin < len(bars) and end < len(bars):
            first, last = bars[begin], bars[end]
            if not (first.top <= frame[0] <= first.bottom and last.top <= frame[1] <= last.bottom):
                yield f"{shown.figure()}: the wait of turns {begin + 1} to {end + 1} is drawn at {frame}"


def waits(shown: Shown) -> list[tuple[int | None, int]]:
    """Return (turn in which it begins, if that is drawn; turn in which it ends) of each wait."""
    found: list[tuple[int | None, int]] = []
    begin: int | None = None
    steps = shown.steps[shown.begins :]
    for step in steps:
        if step.kind == "waits":
            begin = step.turn
        elif step.kind == "wakes":
            found.append((begin, step.turn))
            begin = None
    return found + ([(begin, steps[-1].turn)] if hangs(shown) else [])


def hangs(shown: Shown) -> bool:
    """Does the program wait to the end?"""
    return [step.kind for step in shown.steps if step.kind in ("waits", "wakes")][-1:] == ["waits"]


def words(shown: Shown) -> Iterator[str]:
    """What is printed stands in the drawing, in order; and what calls and peers give and take, beside their turns."""
    printed = squeezed(text for bar in shown.drawing.bars for kind, text in bar.texts if kind == "print")
    begin = shown.steps[shown.begins].output
    if printed != squeezed(shown.output[begin:]):
        yield f"{shown.figure()}: printed is {shown.output[begin:]}, and drawn as printed {printed!r}"
    for step in shown.steps[shown.begins :]:
        if step.kind in IN_OS | {"io", "sends", "receives"} and step.turn < len(shown.drawing.bars):
            beside = squeezed(text for _kind, text in shown.drawing.bars[step.turn].texts)
            for value in VALUE.findall(step.say.split("; ")[-1]):
                if squeezed([value]) not in beside:
                    yield f"{shown.place(step)}: it says {value}, and beside the turn stands {beside!r}"


def notes(shown: Shown) -> Iterator[str]:
    """What a run file notes of a turn are functions that run, and names and values of variables, during the turn."""
    for bar in shown.drawing.bars:
        here = [step for step in shown.steps if step.turn == bar.number]
        known = " ".join(f"{name} {value}" for step in here for name, value in step.variables.items())
        known += " ".join(["", *(step.at[0][2] for step in here if step.at)])
        for text in [text for kind, text in bar.texts if kind == "note"]:
            if strange := set(NOTED.findall(text)) - set(NOTED.findall(known)):
                yield f"{shown.figure()}: beside turn {bar.number + 1} stands {text!r}, and nothing is {strange} then"


def squeezed(texts: Iterable[str]) -> str:
    """Join texts, without the blanks at which they may have been broken."""
    return "".join("".join(texts).split())


def strip(shown: Shown) -> Iterator[str]:
    """The waits lie in the strip of time where they are, and are as long as they last."""
    steps = shown.steps[shown.begins :]
    program = [step for step in steps if step.kind not in ACTS]
    (left, right), start, end = shown.drawing.scale, steps[0].time, program[-1].time
    if hangs(shown):
        end = steps[-1].time
    if end == start:
        return
    times = [start] * (first_wait(steps) == "wakes") + [step.time for step in steps if step.kind in ("waits", "wakes")]
    times += [end] * hangs(shown)
    waited = sum(times[1::2]) - sum(times[::2])
    if sorted(re.findall(r"[\d.]+", shown.drawing.measured)) != sorted([f"{waited:g}", f"{end - start:g}"]):
        yield f"{shown.figure()}: {shown.drawing.measured!r}, and it waits {waited:g} s of {end - start:g}"
    true = [left + (time - start) / (end - start) * (right - left) for time in times]
    drawn = [x for frame in shown.drawing.strip for x in frame]
    if len(true) != len(drawn) or any(abs(a - b) > 1 for a, b in zip(true, drawn)):
        yield f"{shown.figure()}: the strip has waits at {drawn}, and they are at {true}"


def first_wait(steps: list[Step]) -> str:
    """Return the kind of the first step that a wait begins or ends with."""
    return next((step.kind for step in steps if step.kind in ("waits", "wakes")), "")


def crosses(shown: Shown) -> Iterator[str]:
    """Where something is crossed out, it is cancelled: in a turn in which this is said, and not before it."""
    for lane, height in shown.drawing.crosses:
        bar = next((bar for bar in shown.drawing.bars if bar.top <= height <= bar.bottom), None)
        turn = bar.number if bar else -1
        known = crossed(step for step in shown.steps if step.turn < turn)
        following = (step for step in shown.steps if step.turn > turn)
        here = crossed([*(step for step in shown.steps if step.turn == turn), *islice(following, 1)])
        if not bar or not here - known:
            yield f"{shown.figure()}: something of {lane} is crossed out at {height:g}, and nothing is cancelled there"


def crossed(steps: Iterable[Step]) -> set[str]:
    """Return all that is cancelled in the queues of some steps."""
    return {text for step in steps for items in step.queues.values() for text in items if "✕" in text}


def lines(shown: Shown) -> Iterator[str]:
    """Beside each turn, the line of each other lane shows a state that it has during the turn."""
    for bar in shown.drawing.bars:
        height = (bar.top + bar.bottom) / 2
        here = [step for step in shown.steps if step.turn == bar.number]
        for lane in [lane for lane in shown.lanes if here and lane != bar.who]:
            had = {step.states[lane] for step in here}
            found = [kind for name, kind, top, end in shown.drawing.lines if name == lane and top <= height < end]
            if (found or [""])[0] not in {line for state in had for line in DRAWN.get(state, {state})}:
                yield f"{shown.figure()}: beside turn {bar.number + 1}, {lane} is drawn {found}, and is {sorted(had)}"


def unfollowed(shown: Shown) -> bool:
    """Does a loop run the tasks whose lines the run does not follow, so that none of its waits has a place?"""
    waits = [step for step in shown.steps if step.kind in IN_OS]
    return bool(waits) and not any(step.at for step in waits)


def alone(shown: Shown) -> set[str]:
    """Return the kinds of steps that may have no place."""
    return {"print", "io", *ACTS, *(IN_OS if unfollowed(shown) else ())}


def table(shown: Shown) -> Iterator[str]:
    """The rows of the table are turns, in their order: who has it, since when, and what is in the queues after it."""
    by_turn = [list(steps) for _turn, steps in groupby(shown.steps, lambda step: step.turn)]
    turns = ((steps[0], steps[-1], after[0]) for steps, after in zip(by_turn, [*by_turn[1:], by_turn[-1][-1:]]))
    has_queues = bool(shown.recorded["queues"])
    # a call is over in silence: the step after it shows what has come into the queues
    calls = {lane["name"] for lane in shown.recorded["lanes"] if lane["kind"] == "call"}
    for row in shown.rows:
        who, queues = row[-2 - has_queues], row[-1] if has_queues else ""
        who = re.sub(r" ?[(（].+", "", who)  # of two with one name, the table says which is the program's
        if who == shown.recorded["lanes"][0]["name"] and unfollowed(shown):
            continue  # what it prints is no step of its own
        for begin, end, following in turns:
            after = line_up(with_new(end, following) if end.who in calls and end.kind not in TELLING else end.queues)
            in_os = {begin.kind, end.kind} <= IN_OS
            if (who == begin.who or (in_os and who not in shown.lanes)) and (after == queues or not has_queues):
                break
        else:
            yield f"{shown.figure()}: there is no such turn, in this order, as the table's {' · '.join(row)!r}"
            return


def with_new(step: Step, following: Step) -> dict[str, list[str]]:
    """Return the queues of a step, with what has come into them until the following one."""
    now = {name: step.queues.get(name, []) for name in following.queues}
    return {name: now[name] + [text for text in following.queues[name] if text not in now[name]] for name in now}


def line_up(queues: dict[str, list[str]]) -> str:
    """Write queues as the table does."""
    return "; ".join(f"{name}: {', '.join(items) or '–'}" for name, items in queues.items())


LAWS: dict[str, Callable[[Shown], Iterator[str]]] = {
    law.__name__: law for law in (turns, drawn_waits, words, notes, strip, crosses, lines, table)
}
