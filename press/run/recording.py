"""A recording of a run, read and folded into what a figure shows.

``recording.schema.json`` says what the file holds. A *turn* is a stretch in which one
lane runs: it begins when control comes to the lane and ends when control goes elsewhere. Figure,
table and stepper are all made of turns, so they agree.
"""
from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from press.catalogue import Listing, ListingError, digest

STATES = ("none", "ready", "run", "pass", "calls", "sleep", "read", "core", "held", "done")
"""Of a task: not started; in a queue of those who are ready; running; having control without a line
of it being run, to pass a value on (only the stepper tells these apart); waiting for an inner generator;
in a queue of sleepers; in one of those who wait for data; between two steps without having been
put into a queue; suspended; finished."""

ENDS = {"yield", "return", "raise", "step"}
ACTS = {"connects", "sends", "receives", "closes"}
OS = -1
"""The lane of the operating system, in which the process waits."""


@dataclass
class Turn:
    """A stretch in which one lane runs; events first..last of the recording."""

    lane: int
    first: int
    last: int
    caller: int | None = None
    """The lane that control came from, if a task was started or resumed."""
    end: str = ""
    """How control went back: yield, return, raise, step, preempted; or nothing."""
    value: str = ""
    passing: bool = False
    """No line of the lane ran: it only passed a value on, between an inner generator and its caller."""
    said: list[tuple[str, str]] = field(default_factory=list)
    """What is written beside it: (print, wait, looks or the name of an act; text)."""


@dataclass(frozen=True)
class Recording:
    """What happened in a run."""

    run: str
    entry: str
    files: tuple[Listing, ...]
    lanes: list[dict[str, str]]
    queues: dict[str, str]
    events: list[dict[str, Any]]
    levels: bool
    recorded: str
    error: str
    folded: tuple[int, ...]
    """For each lane the lane that it is drawn in: with `levels` its own, else its task's."""

    @cached_property
    def columns(self) -> list[int]:
        """Give the lanes of the figure: peers, the operating system, the loop, the tasks."""
        kinds = (["peer"], ["loop"], ["task", "call"])
        found = [[lane for lane in sorted(set(self.folded)) if self.lanes[lane]["kind"] in kind] for kind in kinds]
        waits = any(event["ev"] in ("waits", "looks") for event in self.events)
        return found[0] + [OS] * waits + found[1] + found[2]

    @cached_property
    def tasks(self) -> list[int]:
        """Give the lanes of the tasks, and of functions that are called."""
        return [lane for lane in self.columns if lane > 0 and self.lanes[lane]["kind"] in ("task", "call")]

    @cached_property
    def calls(self) -> set[int]:
        """Give the lanes of functions that are called; between two calls they are nowhere."""
        return {lane for lane in self.tasks if self.lanes[lane]["kind"] == "call"}


def load(name: str, root: Path) -> Recording:
    """Read a recording; raise ListingError if there is none, or if it is not of the present files."""
    this = Listing(name, root)
    again = f"'make record NAME={name}' makes it"
    if not this.recording.is_file():
        shown = this.shown(this.run)
        raise ListingError(f"there is no recording of {name!r}; {shown} declares the run, and {again}")
    data = json.loads(this.recording.read_text("utf-8"))
    files = tuple(Listing(file["name"], root) for file in data["files"])
    then = [(listing.module, file["digest"]) for listing, file in zip(files, data["files"])]
    for source, known in [*then, (this.run, data["declared"])]:
        if not source.is_file() or digest(source) != known:
            shown = this.shown(source)
            raise ListingError(f"the recording of {name} is stale, {shown} has changed since; {again} anew")
    levels = bool(data.get("levels"))
    return Recording(
        run=data["run"], entry=data["entry"], files=files, lanes=data["lanes"], queues=data["queues"],
        events=data["events"], levels=levels, recorded=data.get("recorded", ""), error=data.get("error", ""),
        folded=fold_lanes(data["lanes"], data["events"], levels),
    )


def fold_lanes(lanes: list[dict[str, str]], events: list[dict[str, Any]], levels: bool) -> tuple[int, ...]:
    """Give for each lane the outermost lane that it runs inside of."""
    outer = list(range(len(lanes)))
    stack = [0]
    started = set()
    for event in [] if levels else events:
        lane = event["lane"]
        if event["ev"] in ("start", "resume"):
            if stack[-1] != 0 and lane not in started:
                outer[lane] = outer[stack[-1]]
            started.add(lane)
            stack.append(lane)
        elif event["ev"] in ENDS | {"preempted"} and len(stack) > 1:
            stack.pop()
    return tuple(outer)


def turns(recording: Recording) -> list[Turn]:
    """Fold the events into turns."""
    found: list[Turn] = []
    stack = [0]
    for number, event in enumerate(recording.events):
        kind, lane = event["ev"], recording.folded[event["lane"]]
        caller = None
        if kind in ACTS:
            found.append(Turn(lane, number, number, said=[(kind, event.get("value", ""))]))
            continue
        if kind in ("start", "resume"):
            caller = stack[-1] if stack[-1] != lane else None
            stack.append(lane)
        if kind in ("waits", "wakes", "looks"):
            lane = OS
        if not found or found[-1].lane != lane or found[-1].end or caller is not None or kind == "waits":
            found.append(Turn(lane, number, number, caller, passing=recording.levels and lane > 0))
        turn = found[-1]
        turn.last = number
        turn.passing = turn.passing and kind in ("resume", "yield")
        if "note" in event:
            turn.said.append(("note", event["note"]))
        if kind == "print":
            turn.said.append(("print", event["text"]))
        elif kind in ("waits", "looks"):
            turn.said.append((kind, event["call"]))
        elif kind == "fails":
            turn.said.append((kind, event["value"]))
        elif kind in ENDS or kind == "preempted":
            if len(stack) > 1:
                stack.pop()
            if stack[-1] != lane:
                turn.end, turn.value = kind, event.get("value", "")
    return found


def states(recording: Recording) -> list[dict[int, str]]:
    """Give, for each event, the state of every task after it."""
    tasks = recording.tasks
    stepping = {recording.folded[event["lane"]] for event in recording.events if event["ev"] == "step"}
    last_step = {recording.folded[e["lane"]]: number for number, e in enumerate(recording.events)}
    stack: list[int] = [0]
    done: set[int] = set()
    interrupted: set[int] = set()
    started: set[int] = set()
    delegating: set[int] = set()
    blocked = ""  # the state of whoever has called what waits now
    queues: dict[str, list[list[Any]]] = {}
    found = []
    for number, event in enumerate(recording.events):
        kind, lane = event["ev"], recording.folded[event["lane"]]
        if kind in ("start", "resume"):
            started.add(lane)
            stack.append(lane)
            interrupted.discard(lane)
        elif kind in ENDS or kind == "preempted":
            if len(stack) > 1:
                stack.pop()
            ends = kind in ("return", "raise") or (kind == "step" and last_step[lane] == number)
            if ends and lane not in stack and lane not in recording.calls:
                done.add(lane)
            if kind == "preempted":
                interrupted.add(lane)
            if recording.levels and kind == "yield" and recording.events[number - 1]["ev"] == "yield":
                delegating.add(lane)
        elif kind == "line":
            delegating.discard(lane)
        elif kind == "waits":
            blocked = "sleep" if event["call"] == "sleep" else "read"
        queues = event.get("queues", queues)
        member = {recording.folded[item[0]]: recording.queues[name] for name in queues for item in queues[name]}
        now = {}
        for task in tasks:
            if task == stack[-1]:
                now[task] = blocked or "run"
            elif task in stack:
                now[task] = "calls"
            elif task in done:
                now[task] = "done"
            else:
                between = "calls" if task in delegating else "core" if task in stepping else "held"
                waiting = "none" if task not in started or task in recording.calls else between
                now[task] = member.get(task, "ready" if task in interrupted else waiting)
        found.append(now)
        if kind == "wakes":
            blocked = ""
    return found
