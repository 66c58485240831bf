"""Bytes between persons and the program, counted one by one, and held against those that are told to lie."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from whoruns.events import ACTS
from whoruns.story.spans import lying
from whoruns.tests.oracle.shown import Shown, Step
from whoruns.tests.oracle.tracer import Moment, Oracle

GIVEN = {"connects": "", "sends": "data", "closes": "b''", "send": "data", "sendall": "data", "close": "b''"}
"""The thing that each act of a person, or call of the program, gives to the operating system."""

@dataclass
class Way:
    """From a person to the program, or back: how much has been given, and how much taken."""

    given: int = 0
    taken: int = 0
    lie: list[Thing] = field(default_factory=list)


@dataclass
class Thing:
    """A connection, bytes, or the end of data: the giver, the step, and where it is taken, and by which task."""

    text: str
    person: str
    inwards: bool
    end: int
    """How much has been given with its last byte."""
    left: Step
    right: Step | None = None
    taker: str = ""


def lies_in_system(shown: Shown, oracle: Oracle) -> Iterator[str]:
    """Yield bytes that are told to lie in the operating system and do not, and those that do and are not told."""
    found = given(shown, oracle)
    if found is None:
        yield f"{shown.run}: what persons do and what is called on sockets is not what happens"
        return
    end, events = len(shown.recorded["events"]), shown.event_of
    there = [thing for thing in found if thing.inwards and thing.text != "b''"]
    true = sorted(
        (thing.person, thing.text, events[thing.left.number], events[thing.right.number] if thing.right else end)
        for thing in there
    )
    names = [lane["name"] for lane in shown.recorded["lanes"]]
    told = sorted((names[each.lane], each.value, each.first, each.last) for each in lying(shown.recording))
    if told and told != true:
        yield f"{shown.run}: (who, what, from event, to event) of what lies there, told and true: {told}, {true}"
    for thing in [] if told else there:
        last = thing.right.number if thing.right else len(shown.steps)
        others = {step.who for step in shown.steps[thing.left.number + 1 : last] if step.kind == "line"}
        if thing.right is None or others - {shown.loop, thing.taker}:
            yield f"{shown.run}: {thing.text} of {thing.person} lies there while {others} run, and nobody says so"


def given(shown: Shown, oracle: Oracle) -> list[Thing] | None:
    """Return all that was given to the operating system, or None if the steps do not tell it."""
    steps = [step for step in shown.steps if step.kind in (*ACTS, "io")]
    moments = [moment for moment in oracle.moments if moment["kind"] in ACTS or is_told(moment)]
    if [call(step.kind, step.say) for step in steps] != [call(each["kind"], each.get("call", "")) for each in moments]:
        return None
    return things(steps, moments)


def things(steps: list[Step], moments: list[Moment]) -> list[Thing]:
    """Return all that was given to the operating system."""
    found: list[Thing] = []
    ways: dict[tuple[str, bool], Way] = {}
    for step, moment in zip(steps, moments):
        act = moment.get("call", moment["kind"])
        person, by_person = str(moment.get("peer", moment.get("person"))), "peer" in moment
        size = moment.get("size", 0)
        if act in GIVEN and not isinstance(moment.get("value"), BaseException):
            way = ways.setdefault((person, by_person), Way())
            way.given += size
            text = moment["value"] if GIVEN[act] == "data" else GIVEN[act]
            thing = Thing(text, person, by_person, way.given, step)
            found.append(thing)
            way.lie.append(thing)
        elif act in ("receives", "recv", "recv_into", "accept") and ("size" in moment or act == "accept"):
            way = ways.setdefault((person, not by_person), Way())
            way.taken += size
            kind = "" if act == "accept" else None if size else "b''"
            for thing in list(way.lie):
                ends = thing.end <= way.taken and thing.text not in ("", "b''")
                if thing.text == kind or (kind is None and ends):
                    thing.right, thing.taker = step, step.who
                    way.lie.remove(thing)
    return found


def is_told(moment: Moment) -> bool:
    """Is a moment a call on a socket with a person at its other end?"""
    return moment["kind"] == "io" and moment.get("person", "") not in ("", "listener")


def call(kind: str, said: str) -> str:
    """Return the act: of a person, or with a socket, which is said last."""
    return kind if kind in ACTS else said.split("; ")[-1].partition("(")[0]
