"""Laws of spans: each step agrees with its spans, and with nothing else."""
from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from whoruns.events import CANCELLED, ENDS, QUEUES
from whoruns.story import spans
from whoruns.story.spans import Span
from whoruns.tests.oracle.shown import Shown, Step

NUMBER = re.compile(r"\d[\d.]*")
Told = Iterable[tuple[Span, str]]
"""Spans, each with its text."""


def held(
    shown: Shown, what: str, told: Told, so: Callable[[Step], Counter[str] | None], of_tasks: bool = False
) -> Iterator[str]:
    """Hold spans against the state at each step; where that is unknown, None, there is no complaint.

    A step with which control goes back shows the places as they are after it, and the tasks as they were before.
    """
    told = list(told)
    borders = sorted({border for span, _key in told for border in (span.first, span.last)})
    between = [Counter(key for span, key in told if span.first <= border < span.last) for border in [-1, *borders]]
    for step in shown.steps:
        event = shown.event_of[step.number] - (of_tasks and step.kind in ENDS)
        true, said = so(step), between[bisect_right(borders, event)]
        if true is not None and true != said:
            yield f"{shown.place(step)}: {what} {dict(said)} lasts there, and it is {dict(true)}"


def named(shown: Shown, found: Iterable[Span], text: Callable[[Span], str] = lambda span: span.value) -> Told:
    """Return spans, each with the name of whose it is, and its text."""
    return [(span, f"{shown.recorded['lanes'][span.lane]['name']} {text(span)}".strip()) for span in found]


def values(shown: Shown) -> Iterator[str]:
    """A variable of a task, or an attribute of an object, has the value that is told of it."""
    for name in shown.view.show:
        found = [span for span in spans.values(shown.recording, name) if "." not in name or span.value != "None"]
        known = latest(shown, name)
        yield from held(shown, name, named(shown, found), lambda step, known=known: known[step.number], "." not in name)  # type: ignore[misc]


def latest(shown: Shown, name: str) -> list[Counter[str] | None]:
    """Return for each step the values of a variable in each task, or of an attribute.

    A variable is gone when its frame has ended: the task runs, and the frame is none of those in which it does.
    """
    found: list[Counter[str] | None] = []
    now, whose = None if name.startswith("self.") else Counter[str](), dict[str, tuple[str, int]]()
    for step, event in zip(shown.steps, shown.event_of):
        frames = [frame for _file, _line, frame in shown.recorded["events"][event].get("at", ())]
        whose = {
            who: (value, frame) for who, (value, frame) in whose.items()
            if step.states.get(who) != "done" and (who != step.who or not frames or not frame or frame in frames)
        }
        if name in step.variables:
            value = step.variables[name]
            task = re.fullmatch(r"<Task (.*)>", value)
            if not name.startswith("self."):
                whose[step.who] = f"{step.who} {value}", frames[0]
            else:
                said = f"{task[1]} {task[1]}" if task else f"{shown.loop} {value}"
                whose = {"": (said, 0)} if value != "None" else {}
        if name in step.variables or now is not None:
            now = Counter(value for value, _frame in whose.values())
        found.append(now)
    return found


def queues(shown: Shown) -> Iterator[str]:
    """An item of a queue is there, with its text, as long as the steps show it there."""
    for name in shown.recorded["queues"]:
        told = named(shown, spans.items(shown.recording, name))
        yield from held(shown, f"in {name}", told, lambda step, name=name: Counter(  # type: ignore[misc]
            f"{who} {item.removeprefix(who).strip()}".strip()
            for item in step.queues.get(name, []) if (who := owner(shown, item))
        ))


def owner(shown: Shown, item: str) -> str:
    """Return the lane of a queue's item."""
    return max((name for name in shown.lanes if shown.is_of(item, name)), key=len, default="")


def timers(shown: Shown) -> Iterator[str]:
    """The timers of calls last from where they are set to where they are taken out, crossed out if they lapse."""
    names = [name for name, state in shown.recorded["queues"].items() if state == "sleep"]
    calls = [lane["name"] for lane in shown.recorded["lanes"] if lane["kind"] == "call"]
    entries = spans.entries(shown.recording)
    told = named(shown, entries, lambda span: span.value + f" {CANCELLED}" * (span.kind == "crossed"))
    yield from held(shown, "the timer", told, lambda step: Counter(
        f"{who} {NUMBER.findall(item)[0]}" + f" {CANCELLED}" * (CANCELLED in item)
        for name in names for item in step.queues.get(name, []) if (who := owner(shown, item)) in calls
    ))


def deadlines(shown: Shown) -> Iterator[str]:
    """A deadline lasts from where it is set to where it rings, or is taken back."""
    names = [name for name, state in shown.recorded["queues"].items() if state not in QUEUES]
    found = [span for span in spans.timers(shown.recording) if span.kind == "deadline"]
    for span in found:
        early = shown.recording.time(span.last) < float(span.value)
        if span.ended and (span.ended == "rings") == early:
            yield f"{shown.run}: a deadline {span.ended} at {shown.recording.time(span.last):g}, and is {span.value}"
    yield from held(shown, "the deadline", [(span, span.value) for span in found], lambda step: Counter(
        NUMBER.findall(item)[0] for name in names for item in step.queues.get(name, [])
        if CANCELLED not in item and NUMBER.match(item)
    ))


def cancellations(shown: Shown) -> Iterator[str]:
    """A task is being cancelled from the request for it to its end, or until it hears of it."""
    names = [lane["name"] for lane in shown.recorded["lanes"]]
    told = [(span, f"{names[span.lane]} by {names[span.by]}") for span in spans.cancellations(shown.recording)]
    asked = list(requests(shown))
    yield from held(shown, "the cancelling of", told, lambda step: Counter(
        f"{whom} by {by}" for whom, by, since, until in asked
        if since <= step.number < until and not over(shown, step, whom)
    ))


def over(shown: Shown, step: Step, whom: str) -> bool:
    """Has a task ended when a step is over?"""
    after = shown.steps[min(step.number + (step.kind in ENDS), len(shown.steps) - 1)]
    return after.states[whom] == "done" or (after is step and step.kind in ("return", "raise") and step.who == whom)


def requests(shown: Shown) -> Iterator[tuple[str, str, int, int]]:
    """Yield the cancelled task, the asking one, the step at which that is told, or the next, and the last one of it.

    A task that ends for another reason is cancelled until it goes on; one that dies of it, all the time.
    """
    names, events = [lane["name"] for lane in shown.recorded["lanes"]], shown.recorded["events"]
    last = dict[str, int]()
    for number, event in enumerate(events):
        asked = event.get("request", [""])[:1]
        if event["ev"] == "cancels" or asked in (["cancel"], ["interrupt"]):
            step = step_of(shown, number)
            whom, by = names[event.get("whom", event["lane"])], shown.steps[step].who
            if whom == by or step < last.get(whom, 0) or shown.steps[step].states[whom] == "done":
                continue
            own = [n for n, each in enumerate(events) if n > number and names[each["lane"]] == whom]
            end = events[own[-1]]
            died = end["ev"] != "return" and end.get("value", "CancelledError").startswith("CancelledError")
            hears = next(n for n in own if events[n]["ev"] == "resume") if not died or "interrupt" in asked else 0
            last[whom] = step_of(shown, hears) if hears else len(shown.steps)
            yield whom, by, step, last[whom]


def step_of(shown: Shown, number: int) -> int:
    """Return the step that tells of an event, or the next one."""
    return next(step for step, of in enumerate(shown.event_of) if of >= number)


def asleep(shown: Shown) -> Iterator[str]:
    """The process waits, in a call of the lane in control, wherever time goes by and no lane runs."""
    waiting = set[int]()
    for step in shown.steps:
        if step.kind == "waits":
            ends = [each.number for each in shown.steps[step.number :] if each.kind == "wakes"][:1]
            if not ends or shown.steps[ends[0]].time > step.time:
                waiting |= {*range(step.number, (ends or [len(shown.steps)])[0])}
    told = [(span, "") for span in spans.asleep(shown.recording)]
    yield from held(shown, "a wait", told, lambda step: Counter([""] * (step.number in waiting)))


def lives(shown: Shown) -> Iterator[str]:
    """Each task is in the state that the steps show; one that passes a value on runs."""
    for lane in shown.recording.tasks:
        name = shown.recorded["lanes"][lane]["name"]
        told = [(span, span.value) for span in spans.states(shown.recording, lane)]
        yield from held(shown, f"{name} as", told, lambda step, name=name: Counter(  # type: ignore[misc]
            [step.states[name].replace("pass", "run")]
        ), True)


LAWS: dict[str, Callable[[Shown], Iterator[str]]] = {
    law.__name__: law for law in (values, queues, timers, deadlines, cancellations, asleep, lives)
}
