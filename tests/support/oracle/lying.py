"""What lies in the operating system, counted by the oracle, byte by byte, and held against the drawing."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from press.events import ACTS
from tests.support.oracle.oracle import Moment, Oracle
from tests.support.oracle.shown import Shown, Step

GIVEN = {"connects": "", "sends": "data", "closes": "b''", "send": "data", "sendall": "data", "close": "b''"}
"""What a person or the program gives to the operating system with an act or a call."""


@dataclass
class Way:
    """From a person to the program, or back: how much has been given, and how much taken."""

    given: int = 0
    taken: int = 0
    lie: list[Thing] = field(default_factory=list)


@dataclass
class Thing:
    """A connection, bytes, or the end of data: when it is given and when it is taken, as turns that are drawn."""

    text: str
    end: int
    """How much is given when the last of it is."""
    left: int
    right: int | None = None


def lies_in_system(shown: Shown, oracle: Oracle) -> Iterator[str]:
    """Yield what is drawn as lying where it does not, and what lies somewhere and is not drawn."""
    steps = [step for step in shown.steps if step.kind in (*ACTS, "io")]
    moments = [moment for moment in oracle.moments if moment["kind"] in ACTS or is_told(moment)]
    if [call(step.kind, step.say) for step in steps] != [call(each["kind"], each.get("call", "")) for each in moments]:
        yield f"{shown.run}: what persons do and what is called on sockets is not what happens"
        return
    bars, last = shown.drawing.bars, len(shown.drawing.bars)

    def bar(height: float) -> int:
        return next((each.number for each in bars if each.top <= height < each.bottom), last)

    drawn = sorted((bar(left), bar(taken), text) for left, taken, text in shown.drawing.sent)
    true = sorted(
        (max(thing.left, 0), last if thing.right is None else thing.right, thing.text)
        for thing in things(shown, steps, moments)
        if (thing.right is not None or thing.text != "b''") and (thing.right is None or thing.right >= 0)
    )
    if drawn != true:
        wrong = [each for each in drawn if each not in true], [each for each in true if each not in drawn]
        yield f"{shown.figure()}: (turn when given, turn when taken, what) is drawn and true: {wrong}"


def things(shown: Shown, steps: list[Step], moments: list[Moment]) -> list[Thing]:
    """Return all that was given to the operating system; -1 is the turn of what was before the drawing begins."""
    found: list[Thing] = []
    ways: dict[tuple[str, bool], Way] = {}
    for step, moment in zip(steps, moments):
        turn = step.turn if step.number >= shown.begins else -1
        act = moment.get("call", moment["kind"])
        person, by_person = str(moment.get("peer", moment.get("person"))), "peer" in moment
        size = moment.get("size", 0)
        if act in GIVEN and not isinstance(moment.get("value"), BaseException):
            way = ways.setdefault((person, by_person), Way())
            way.given += size
            thing = Thing(moment["value"] if GIVEN[act] == "data" else GIVEN[act], way.given, turn)
            found.append(thing)
            way.lie.append(thing)
        elif act in ("receives", "recv", "recv_into", "accept") and ("size" in moment or act == "accept"):
            way = ways.setdefault((person, not by_person), Way())
            way.taken += size
            kind = "" if act == "accept" else None if size else "b''"
            for thing in list(way.lie):
                ends = thing.end <= way.taken and thing.text not in ("", "b''")
                if thing.text == kind or (kind is None and ends):
                    thing.right = turn
                    way.lie.remove(thing)
    return found


def is_told(moment: Moment) -> bool:
    """Is a moment a call on a socket with somebody at its other end?"""
    return moment["kind"] == "io" and moment.get("person", "") not in ("", "listener")


def call(kind: str, said: str) -> str:
    """Return what is done: by a person, or with a socket, which is what is said last."""
    return kind if kind in ACTS else said.split("; ")[-1].partition("(")[0]
