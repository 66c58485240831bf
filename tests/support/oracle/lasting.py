"""Laws of what lasts in the drawing: across each border between two rows goes what is so there, and nothing else.

A border has a step before it and one after it. What is so at both has to be drawn down to it at least; what goes
through it has to be so at one of them.
"""
from __future__ import annotations

import functools
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterator

from tests.support.oracle.lying import plain
from tests.support.oracle.shown import Row, Shown, Span, Step
from whoruns.events import CANCELLED, QUEUES

GONE = frozenset({"none", "run", "pass", "done", "dropped"})
"""States in which a task has no line: there is nothing yet, a bar, nothing any more."""
So = Callable[[Step], Counter[str] | None]
"""What is so at a step, and how often; None as long as it has never been shown."""
LOW = 30
"""A box that is lower has no room for a cross below its number."""
NUMBER = re.compile(r"\d[\d.]*")


def across(shown: Shown, what: str, drawn: dict[Span, str], so: So, runs: str = "") -> Iterator[str]:
    """Hold spans, each with what it says, against what is so at a step; of what is not known nothing is said.

    `runs`: whose spans are hidden, in its rows, by its bar.
    """
    rows = shown.drawing.rows
    for row, y, before, after in shown.borders:
        there = [so(step) for step in (*(shown.in_rows[row] or [before]), after)]
        if None in there:
            continue
        *known, new = [each for each in there if each is not None]
        always, either, both = functools.reduce(operator.and_, known), known[-1] | new, known[-1] & new
        if wrong := at(drawn, y, -0.6) - either:
            yield f"{shown.figure()}: below row {row + 1}, {what} {list(wrong)} is drawn, and there is {list(either)}"
        if row + 1 < len(rows) and rows[row + 1].kind != "rest" and (missing := both - at(drawn, y, 0.6)):
            yield f"{shown.figure()}: below row {row + 1}, {what} {list(missing)} is not drawn"
        seen = rows[row].kind != "setup" and runs != shown.runs(row)
        if seen and (missing := always - at(drawn, (rows[row].top + y) / 2, 0.6)):
            yield f"{shown.figure()}: beside row {row + 1}, {what} {list(missing)} is not drawn"
    for span, key in drawn.items():
        steps = [step for row, there in zip(shown.drawing.rows, shown.in_rows) for step in there if touches(span, row)]
        if not any((so(step) or Counter[str]())[key] for step in steps):
            place = f"from {span.box.top:g} to {span.box.bottom:g}"
            yield f"{shown.figure()}: {what} {key} is drawn {place}, and is not so then"


def at(drawn: dict[Span, str], y: float, near: float) -> Counter[str]:
    """Return what is drawn at a height: what begins or ends there counts if it may be near."""
    return Counter(key for span, key in drawn.items() if span.box.top <= y + near and span.box.bottom >= y - near)


def values(shown: Shown) -> Iterator[str]:
    """A variable, or an attribute, has the value that is drawn, from row to row."""
    for name in filter(None, shown.options.get("show", "").split(", ")):
        known = latest(shown, name)
        if name.startswith("self."):
            drawn = {span: f"{colour(span)} {text(span)}" for span in holds(shown, name)}
        else:
            drawn = {
                span: f"{shown.column(span.box.left - 4)} {text(span)}"
                for span in shown.drawing.spans if text(span).startswith(f"{name}=")
            }
        yield from across(shown, "", drawn, lambda step, known=known: known[step.number])  # type: ignore[misc]


def latest(shown: Shown, name: str) -> list[Counter[str] | None]:
    """Return for each step what is known of a variable in each task, or of an attribute, as it would be drawn."""
    found: list[Counter[str] | None] = []
    now, whose = None if name.startswith("self.") else Counter[str](), dict[str, str]()
    for step in shown.steps:
        whose = {who: value for who, value in whose.items() if step.states.get(who) != "done"}
        if name in step.variables:
            value = step.variables[name]
            task = re.fullmatch(r"<Task (.*)>", value)
            if not name.startswith("self."):
                whose[step.who] = f"{step.who} {name}={value}"
            elif task:
                whose = {"": f"{shown.colours[task[1]]} {task[1]}"}
            else:
                whose = {"": f"loop {plain(value)}"} if plain(value) not in ("", "None") else {}
        if name in step.variables or now is not None:
            now = Counter(whose.values())
        found.append(now)
    return found


def queue(shown: Shown) -> Iterator[str]:
    """Who stands in the queue, and with what, is drawn from row to row."""
    if name := shown.options.get("queue"):
        drawn = {span: f"{colour(span)} {text(span)}" for span in holds(shown, name)}
        yield from across(shown, f"in {name}", drawn, lambda step: Counter(
            f"{shown.colours[who]} {plain(value) or value}"
            for item in step.queues.get(name, [])
            for who in [owner(shown, item)] for value in [item.removeprefix(who).strip()]
        ))


def timers(shown: Shown) -> Iterator[str]:
    """The timers of calls are drawn from where they are set to where they are taken out, crossed out if they lapse."""
    names = [name for name, state in shown.recorded["queues"].items() if state == "sleep"]
    calls = [lane["name"] for lane in shown.recorded["lanes"] if lane["kind"] == "call"]
    def so(step: Step) -> Counter[str]:
        return Counter(
            f"{shown.colours[who]} {NUMBER.findall(item)[0]}" + f" {CANCELLED}" * (CANCELLED in item)
            for name in names for item in step.queues.get(name, []) for who in [owner(shown, item)] if who in calls
        )

    drawn = {}
    for span in timer_boxes(shown):
        gone = "gone" in span.classes and (span.box.bottom - span.box.top >= LOW or begun_gone(shown, span, so))
        drawn[span] = f"{colour(span)} {text(span)}" + f" {CANCELLED}" * gone
    yield from across(shown, "the timer", drawn, so)
    for span in drawn:
        due, ends = float(text(span)), time_at(shown, span.box.bottom)
        to_the_end = span.box.bottom >= shown.drawing.rows[-1].bottom - 0.6
        crossed = CANCELLED in drawn[span] or (ends < due and not to_the_end)
        if ("gone" in span.classes or any(CANCELLED in mark.text for mark in span.marks)) != crossed:
            yield f"{shown.figure()}: a timer of second {due:g} ends at {ends:g}, and is crossed out or not"


def deadlines(shown: Shown) -> Iterator[str]:
    """A deadline is drawn from where it is set to where it rings, or is taken back."""
    names = [name for name, state in shown.recorded["queues"].items() if state not in QUEUES]
    drawn, rings = {}, {}
    for span in [span for span in shown.drawing.spans if span.kind == "bracket"]:
        length, *due = [float(NUMBER.findall(mark.text)[0]) for mark in span.of("limit")]
        (_left, top), _corner, (_x, bottom), _end = (*span.box.lines[0], (0, 0))[:4]
        drawn[span] = f"{time_at(shown, top) + length:g}"
        rings[span] = float(drawn[span]) <= time_at(shown, bottom)
        if bool(span.of("bell")) != rings[span] or due not in ([], [float(drawn[span])]):
            end = f"{time_at(shown, bottom):g} s"
            yield f"{shown.figure()}: a deadline of second {drawn[span]} ends at {end}, and is drawn otherwise"
        if rings[span] and abs(bottom - dict(shown.drawing.ticks)[float(drawn[span])]) > 0.6:
            yield f"{shown.figure()}: a deadline of second {drawn[span]} rings at the height {bottom:g}"
    yield from across(shown, "the deadline", drawn, lambda step: Counter(
        NUMBER.findall(item)[0] for name in names for item in step.queues.get(name, [])
        if CANCELLED not in item and NUMBER.match(item)
    ))


def cancellations(shown: Shown) -> Iterator[str]:
    """Who is being cancelled is so from where somebody asks for it to the end; who is interrupted, until then."""
    asked, struck = dict(requests(shown)), dict(interrupted(shown))
    drawn = {span: str(shown.column(span.box.middle)) for span in shown.drawing.spans if span.kind == "doomed"}
    yield from across(shown, "the cancelling of", drawn, lambda step: Counter(
        whom for whom, (_by, number) in asked.items()
        if number <= step.number < struck.get(whom, len(shown.steps)) and step.states[whom] != "done"
    ))
    for span, whom in drawn.items():
        (begin, y), (end, _y) = span.of("strikes")[0].lines[0]
        by = shown.column(begin)
        rows = [number for number, row in enumerate(shown.drawing.rows) if row.top <= y < row.bottom]
        there = any(shown.steps[asked[whom][1]] in shown.in_rows[number] for number in rows)
        reached = abs(abs(shown.columns[whom] - end) - 4) < 0.5 and abs(y - span.box.top) < 0.5
        if by != asked[whom][0] or not there or not reached:
            yield f"{shown.figure()}: {by} cancels {whom} at {y:g}, and it is {asked[whom][0]}"


def interrupted(shown: Shown) -> Iterator[tuple[str, int]]:
    """Yield who is interrupted, and the step at which the error is thrown in."""
    names, events = [lane["name"] for lane in shown.recorded["lanes"]], shown.recorded["events"]
    for number, event in enumerate(events):
        if event.get("request", [""])[0] == "interrupt":
            own = [n for n, each in enumerate(events) if each.get("thrown") and each["lane"] == event["whom"]]
            later = [n for n in own if n > number]
            yield names[event["whom"]], next(step for step, of in enumerate(shown.event_of) if of >= later[0])


def requests(shown: Shown) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield who is cancelled: its name, who has asked for it first, and the step at which that is told, or the next."""
    names = [lane["name"] for lane in shown.recorded["lanes"]]
    known = set()
    for number, event in enumerate(shown.recorded["events"]):
        if event["ev"] == "cancels" or event.get("request", [""])[0] in ("cancel", "interrupt"):
            step = next(n for n, of in enumerate(shown.event_of) if of >= number)
            whom, by = names[event.get("whom", event["lane"])], shown.steps[step].who
            if whom != by and whom not in known and shown.steps[step].states[whom] != "done":
                known.add(whom)
                yield whom, (by, step)


def asleep(shown: Shown) -> Iterator[str]:
    """The process waits, in a call of whoever has control, wherever time goes by and nobody runs."""
    waiting = dict[int, str]()
    for step in shown.steps:
        if step.kind == "waits":
            ends = [each.number for each in shown.steps[step.number :] if each.kind == "wakes"][:1]
            who = (step.at and shown.steps[step.number - 1].who) or shown.loop
            lasts = not ends or shown.steps[ends[0]].time > step.time
            waiting |= dict.fromkeys(range(step.number, (ends or [len(shown.steps)])[0]), who) if lasts else {}
    drawn = {span: str(shown.column(span.box.middle)) for span in shown.drawing.spans if span.kind == "asleep"}
    yield from across(shown, "the wait of", drawn, lambda step: Counter(
        [waiting[step.number]] if step.number in waiting else []
    ))


def lives(shown: Shown) -> Iterator[str]:
    """Each task that does not run has the line of its state; who is taken keeps that of the queue, until it goes on."""
    timed = {shown.column(span.box.middle) for span in timer_boxes(shown)}
    for lane in set(shown.columns) & set(shown.steps[0].states):
        lines = [span for span in shown.drawing.spans if "life" in span.classes]
        spans = [span for span in lines if shown.column(span.box.middle) == lane]
        known, kept = [], ""
        boxed = {"sleep", "cancelled"} if lane in timed else set()
        for step in shown.steps:
            state = step.states[lane]
            state = "held" if step.kind == "yield" and step.who == lane and state == "run" else state
            if not (kept and state in ("taken", "held")):
                kept = "" if state in GONE | {"taken"} else state
            known.append("" if kept in boxed else kept)
        yield from across(shown, f"{lane} as", {span: span.kind for span in spans}, lambda step, known=known: Counter(  # type: ignore[misc]
            [known[step.number]] if known[step.number] else []
        ), lane)
        for number, (row, steps) in enumerate(zip(shown.drawing.rows, shown.in_rows)):
            had = {known[step.number] for step in steps}
            had |= {known[steps[0].number - 1]} if steps and row.kind in ("wait", "leap") else set()
            drawn = {span.kind for span in spans if min(row.bottom, span.box.bottom) - max(row.top, span.box.top) > 6}
            if steps and row.kind != "setup" and lane != shown.runs(number) and not drawn <= had:
                yield f"{shown.figure()}: beside row {number + 1}, {lane} is drawn as {drawn}, and is {had}"


def timer_boxes(shown: Shown) -> list[Span]:
    """Return the boxes of timers."""
    return [span for span in shown.drawing.spans if "timer" in span.classes]


def begun_gone(shown: Shown, span: Span, so: Callable[[Step], Counter[str]]) -> bool:
    """Was a timer crossed out when its box began? One that is low is crossed out as a whole."""
    key = f"{colour(span)} {text(span)}"
    rows = [there for row, there in zip(shown.drawing.rows, shown.in_rows) if touches(span, row)]
    return not any(so(step)[key] for there in rows for step in there)


def owner(shown: Shown, item: str) -> str:
    """Return for whom an item of a queue is written."""
    found = [name for name in shown.lanes if shown.is_of(item, name)]
    return max(found, key=len)


def holds(shown: Shown, head: str) -> list[Span]:
    """Return the boxes below a name that stands beside the columns of the tasks."""
    own = sorted((each.left, each.text) for each in shown.drawing.heads if "own" in each.classes)
    return [
        span for span in shown.drawing.spans if span.kind == "hold" and "lying" not in span.classes
        and [text for left, text in own if left <= span.box.left + 3][-1:] == [head]
    ]


def text(span: Span) -> str:
    """Return what is written in a box."""
    return "".join(mark.text for mark in span.of("mono")[:1])


def colour(span: Span) -> str:
    """Return the class that gives a span its colour."""
    return next(iter(span.classes - {"span", "timer", "gone"}), "")


def time_at(shown: Shown, height: float) -> float:
    """Return the time at a height."""
    return max((time for time, y in shown.drawing.ticks if y <= height + 0.6), default=0)


def touches(span: Span, row: Row) -> bool:
    """Does a span reach into a row, or to its border?"""
    return span.box.top <= row.bottom + 0.6 and span.box.bottom >= row.top - 0.6


LAWS: dict[str, Callable[[Shown], Iterator[str]]] = {
    law.__name__: law for law in (values, queue, timers, deadlines, cancellations, asleep, lives)
}
