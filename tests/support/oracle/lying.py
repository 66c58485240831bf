"""What goes to and fro between persons and the program, counted byte by byte, and held against the drawing."""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.support.oracle.oracle import Moment, Oracle
from tests.support.oracle.shown import Mark, Row, Shown, Step, in_control
from whoruns.events import ACTS

GIVEN = {"connects": "", "sends": "data", "closes": "b''", "send": "data", "sendall": "data", "close": "b''"}
"""What a person or the program gives to the operating system with an act or a call."""

WORDS = {"connects": "connects", "closes": "leaves"}
"""What is drawn of acts that say nothing, in English."""


@dataclass
class Way:
    """From a person to the program, or back: how much has been given, and how much taken."""

    given: int = 0
    taken: int = 0
    lie: list[Thing] = field(default_factory=list)


@dataclass
class Thing:
    """A connection, bytes, or the end of data: who has given it, in which row, and where it is taken, by whom."""

    text: str
    person: str
    inwards: bool
    end: int
    """How much is given when the last of it is."""
    left: int
    right: int | None = None
    taker: str = ""


def lies_in_system(shown: Shown, oracle: Oracle) -> Iterator[str]:
    """Yield what is drawn of giving and taking and is not so, and what is so and is not drawn."""
    steps = [step for step in shown.steps if step.kind in (*ACTS, "io")]
    moments = [moment for moment in oracle.moments if moment["kind"] in ACTS or is_told(moment)]
    if [call(step.kind, step.say) for step in steps] != [call(each["kind"], each.get("call", "")) for each in moments]:
        yield f"{shown.run}: what persons do and what is called on sockets is not what happens"
        return
    found = things(steps, moments)
    yield from lying(shown, found)
    for number, row in enumerate(shown.drawing.rows):
        if row.kind not in ("setup", "rest"):
            here = [thing for thing in found if thing.left == number]
            yield from talk(shown, number, row, here)


def lying(shown: Shown, found: list[Thing]) -> Iterator[str]:
    """What lies in the operating system is drawn if somebody else runs meanwhile, or if nobody ever takes it."""
    rows = shown.drawing.rows
    story = [number for number, row in enumerate(rows) if row.kind not in ("setup", "rest")]
    there = [thing for thing in found if thing.inwards and thing.text != "b''" and thing.left <= story[-1]]
    true = {
        (shown.colours[thing.person], plain(thing.text), max(thing.left, story[0]), thing.right): thing
        for thing in there if thing.right is None or thing.right >= story[0]
    }
    drawn = set()
    for span in [span for span in shown.drawing.spans if "lying" in span.classes]:
        (arrow,) = [mark.lines[0] for mark in span.of("data")] or [()]
        left, right = row_at(shown, span.box.top + 9), row_at(shown, span.box.bottom - 4) if arrow else None
        text = "".join(mark.text for mark in span.of("mono"))
        key = next(iter(span.classes & {*shown.colours.values()}), ""), text, left, right
        drawn.add(key)
        if key not in true or bool(text) == bool(span.of("connection")):
            yield f"{shown.figure()}: from row to row, {key} is drawn as lying, and there lie {list(true)}"
        elif right is not None and shown.column(arrow[-1][0] + 7) != true[key].taker:
            yield f"{shown.figure()}: {text!r} goes to {arrow[-1]}, and {true[key].taker} takes it"
        elif right is None and span.box.bottom < rows[-1].top:
            yield f"{shown.figure()}: {text!r} does not lie any more at {span.box.bottom:g}, and nobody has taken it"
    for key, thing in true.items():
        last = len(rows) if thing.right is None else thing.right
        turns = {shown.runs(row) for row in range(key[2] + (key[2] == thing.left), last) if rows[row].of("bar")}
        if (thing.right is None or turns - {shown.loop, thing.taker}) and key not in drawn:
            yield f"{shown.figure()}: from row to row, {key} lies there, and is not drawn"


def talk(shown: Shown, number: int, row: Row, given: list[Thing]) -> Iterator[str]:
    """Who acts says all that is given, and an arrow goes from there to whoever gets it, or to where it lies."""
    own = {thing.person for thing in given if thing.inwards}
    true = {
        person: "".join(plain(thing.text) for thing in given if thing.person == person and thing.text != "b''")
        for person in {thing.person for thing in given}
    }
    if row.kind == "act":
        drawn = [text_in(row, box) for box in row.of("said")]
        acts = [step for step in shown.in_rows[number] if step.kind in ACTS]
        word = next((WORDS[step.kind] for step in reversed(acts) if step.kind in WORDS), "")
        word = word if shown.language == "en" else r"\S.*"
        several = len([each for each in shown.recorded["lanes"] if each["kind"] == "peer"]) > 1
        wanted = [
            f"{person} " * several + re.escape(true[person]) if true[person]
            else f"{person}|" * bool(shown.beside) + f"{person} " * several + word
            for person in own
        ]  # beside another run there is no room for words
        if any(step.kind == "connects" for step in acts) and any(true.values()):
            first = "connects · " if shown.language == "en" else r"\S.* · "
            wanted = [f"{person} " * several + first + re.escape(true[person]) for person in own]
        if len(drawn) != len(wanted) or not all(map(re.fullmatch, wanted, drawn)):
            yield f"{shown.figure()}: in row {number + 1}, {drawn} is drawn as said, and said is {wanted}"
        boxes = [span.box for span in shown.drawing.spans if "lying" in span.classes]
        lie = [box.left for box in boxes if row.top <= box.top + 9 < row.bottom]
        to = {min(lie) - 1} if lie else {shown.columns[lane] - 7 for lane in in_control(shown, max(number - 1, 0))}
        for box, arrow in zip(row.of("said"), row.of("data")):
            if min(abs(arrow.lines[0][-1][0] - x) for x in to) > 0.5 or abs(arrow.lines[0][0][0] - box.right - 2) > 0.5:
                yield f"{shown.figure()}: in row {number + 1}, the arrow of {drawn} goes {arrow.lines[0]}"
    else:
        names = {colour: name for name, colour in shown.colours.items()}
        got = {names[next(iter(box.classes - {"got"}))]: text_in(row, box) for box in row.of("got")}
        if got != {person: text for person, text in true.items() if text}:
            yield f"{shown.figure()}: in row {number + 1}, {got} is drawn as sent, and sent is {true}"
        for box, arrow in zip(row.of("got"), row.of("data")):
            (begin, y), (end, _y) = arrow.lines[0]
            if shown.column(begin + 7) != shown.runs(number) or not box.top < y < box.bottom or end < box.right:
                yield f"{shown.figure()}: in row {number + 1}, the arrow to {got} goes {arrow.lines[0]}"


def row_at(shown: Shown, height: float) -> int | None:
    """Return the row at a height."""
    return next((n for n, row in enumerate(shown.drawing.rows) if row.top <= height < row.bottom), None)


def text_in(row: Row, box: Mark) -> str:
    """Return the text in a box."""
    inside = [mark for mark in row.of("mono") if box.left <= mark.left <= box.right]
    texts = [mark for mark in inside if box.top <= mark.top <= box.bottom]
    return "".join(mark.text for mark in texts)


def plain(text: str) -> str:
    """Return bytes as they are drawn: without quotes, the end of a line as a sign."""
    return re.sub(r"^b?(['\"])(.*)\1$", r"\2", text).replace("\\n", "⏎")


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
            thing = Thing(text, person, by_person, way.given, step.row)
            found.append(thing)
            way.lie.append(thing)
        elif act in ("receives", "recv", "recv_into", "accept") and ("size" in moment or act == "accept"):
            way = ways.setdefault((person, not by_person), Way())
            way.taken += size
            kind = "" if act == "accept" else None if size else "b''"
            for thing in list(way.lie):
                ends = thing.end <= way.taken and thing.text not in ("", "b''")
                if thing.text == kind or (kind is None and ends):
                    thing.right, thing.taker = step.row, step.who
                    way.lie.remove(thing)
    return found


def is_told(moment: Moment) -> bool:
    """Is a moment a call on a socket with somebody at its other end?"""
    return moment["kind"] == "io" and moment.get("person", "") not in ("", "listener")


def call(kind: str, said: str) -> str:
    """Return what is done: by a person, or with a socket, which is what is said last."""
    return kind if kind in ACTS else said.split("; ")[-1].partition("(")[0]
