"""What a finished page shows of a run: the stepper's data as the page loads it, drawing, table and question."""
from __future__ import annotations

import functools
import json
import re
from dataclasses import dataclass
from typing import Any

from selectolax.lexbor import LexborNode

from press.catalogue import ROOT, Listing
from press.events import AFTER
from tests.support.site.pages import HTML, pages
from tests.support.site.steps import run_file

IN_OS = frozenset({"waits", "wakes", "looks"})
"""Kinds of steps that are of nobody's turn but of the operating system's."""

STATES = {*AFTER, "unwanted"}
"""Classes of the lines that show a state; "unwanted": whose timer has been cancelled."""


@dataclass(frozen=True)
class Step:
    """One step of a stepper; press/run/stepper.py says what the fields are."""

    number: int
    kind: str
    turn: int
    at: list[tuple[int, int, str]]
    """Of each frame whose lines are followed."""
    callers: list[tuple[int | str, int, str]]
    """Of each frame, and of each caller whose lines are not followed: the name of its file, and no line."""
    who: str
    states: dict[str, str]
    """The state of each lane, by name."""
    queues: dict[str, list[str]]
    variables: dict[str, str]
    changed: tuple[str, ...]
    """The variables that are marked as changed."""
    output: int
    time: float
    say: str


@dataclass(frozen=True)
class Bar:
    """A turn in the drawing: from where to where it goes, in whose column, and what is written beside it."""

    number: int
    top: float
    bottom: float
    who: str
    """Nobody, if there is no bar: of what the operating system does."""
    texts: tuple[tuple[str, str], ...]
    """(kind, text) of each piece."""


@dataclass(frozen=True)
class Drawing:
    """What is to be seen in the figure."""

    bars: tuple[Bar, ...] = ()
    heads: tuple[str, ...] = ()
    """The names of the columns."""
    asleep: tuple[tuple[float, float], ...] = ()
    """Where the frames of the waits begin and end."""
    sent: tuple[tuple[float, float, str], ...] = ()
    """What is sent: at what height, at what height it is taken, and the text; a connection has none."""
    lines: tuple[tuple[str, str, float, float], ...] = ()
    """The states: of which lane, which, and from where to where."""
    scale: tuple[float, float] = (0, 0)
    """Where the strip of time begins and ends."""
    measured: str = ""
    """What is written over it."""
    crosses: tuple[tuple[str, float], ...] = ()
    """Where something is cancelled: in whose column, and at what height."""
    strip: tuple[tuple[float, float], ...] = ()
    """Where the waits begin and end in it."""


@dataclass(frozen=True)
class Shown:
    """A run as a page shows it."""

    run: str
    language: str
    files: list[str]
    lanes: list[str]
    output: list[str]
    begins: int
    steps: list[Step]
    question: tuple[str, ...] = ()
    """What stands in code font in the question above the drawing."""
    drawing: Drawing = Drawing()
    rows: tuple[tuple[str, ...], ...] = ()
    """The rows of the table."""

    @functools.cached_property
    def sources(self) -> list[list[str]]:
        """Return the lines of each listing that the stepper shows."""
        return [Listing(name, ROOT).source().splitlines() for name in self.files]

    @functools.cached_property
    def recorded(self) -> dict[str, Any]:
        """Return the recording that is kept."""
        data: dict[str, Any] = json.loads(Listing(self.run, ROOT).recording.read_text("utf-8"))
        return data

    def line(self, step: Step) -> str:
        """Return the line that is marked."""
        file, line, _function = step.at[0]
        return self.sources[file][line - 1] if 0 < line <= len(self.sources[file]) else ""

    def is_of(self, text: str, lane: str) -> bool:
        """Is an item of a queue written for a lane?"""
        return re.search(rf"(?<![\w']){re.escape(lane)}(?! \d)(?!\w)", text) is not None

    def place(self, step: Step) -> str:
        """Say where a step is, for a complaint."""
        where = f" ({self.files[step.at[0][0]]}:{step.at[0][1]})" if step.at else ""
        return f"{self.run} [{self.language}], step {step.number + 1}{where}"

    def figure(self) -> str:
        """Say which figure, for a complaint."""
        return f"{self.run} [{self.language}], figure"


def tasks(data: dict[str, Any]) -> list[str]:
    """Return the names of those who have states."""
    return [name for name, _colour in data["lanes"][: len(data["steps"][0]["states"])]]


def steps(data: dict[str, Any]) -> list[Step]:
    """Return the steps from what the page loads."""
    lanes = [name for name, _colour in data["lanes"]]
    return [
        Step(
            number, step["kind"], step["turn"],
            [(file, line, function.removesuffix("()")) for file, line, function in step["at"] if line],
            [(file, line, function.removesuffix("()")) for file, line, function in step["at"]],
            lanes[step["lane"]] if step["lane"] >= 0 else "OS",
            {lane: data["states"][state][0] for lane, state in zip(lanes, step["states"])},
            {name: [text for text, *_class in items] for name, items in step["queues"]}, dict(step["variables"]),
            tuple(step["changed"]), step["output"], step["time"], step["say"],
        )
        for number, step in enumerate(data["steps"])
    ]


def drawing(svg: LexborNode) -> Drawing:
    """Return what is to be seen in a figure."""
    heads = [(number(text, "x"), text.text()) for text in svg.css("text.head")]

    def column(x: float) -> str:
        return min(heads, key=lambda head: abs(head[0] - x))[1]

    bars = []
    for place, turn in enumerate(svg.css(".turn")):
        hit, own = span(turn.css_first(".hit")), turn.css_first("rect.bar, rect.pass")
        who = column(middle(own)) if own else ""
        texts = tuple((str(text.attributes["class"]).split()[0], text.text()) for text in turn.css("text"))
        bars.append(Bar(place, *hit, who, texts))
    sent = [(*upright(group.css_first(".lying"))[1:], text_of(group, "text.value")) for group in svg.css(".sent")]
    frames = sorted(map(span, svg.css("rect.asleep")))  # also those of the strip and the key, which are elsewhere
    asleep = [frame for frame in frames if bars and bars[0].top <= frame[0] < bars[-1].bottom]
    lines = []
    for node in svg.css("path, rect"):
        state = str(node.attributes.get("class", "")).split(" ")[0]
        if state in STATES and UPRIGHT.fullmatch(str(node.attributes.get("d"))):
            x, top, bottom = upright(node)
            lines.append((column(x), state, top, bottom))
        elif state == "calls" and node.tag == "rect":
            lines.append((column(middle(node)), state, *span(node)))
    scale = svg.css_first(".strip .scale")
    ends = re.findall(r"[MH]([\d.]+)", str(scale.attributes["d"])) if scale else ["0", "0"]
    strip = [(number(each, "x"), number(each, "x") + number(each, "width")) for each in svg.css(".strip .asleep")]
    measured = [text.text() for text in svg.css("text.small")]
    crosses = []
    for cross in svg.css("path.cross"):
        x, y = map(float, re.findall(r"[\d.]+", str(cross.attributes["d"]))[:2])
        if bars and y < bars[-1].bottom:  # and not in the key
            crosses.append((column(x + 4), y + 4))
    return Drawing(
        tuple(bars), tuple(name for _x, name in heads), tuple(asleep),
        tuple(sorted(sent)), tuple(lines), (float(ends[0]), float(ends[1])),
        measured[-1] if scale and measured else "", tuple(crosses), tuple(strip),
    )


UPRIGHT = re.compile(r"M([\d.]+) ([\d.]+)V([\d.]+)")


def upright(node: LexborNode | None) -> tuple[float, float, float]:
    """Return where an upright line stands, begins and ends."""
    match = UPRIGHT.fullmatch(str(node.attributes["d"])) if node else None
    assert match, "what lies somewhere has a line"
    return float(match[1]), float(match[2]), float(match[3])


def text_of(node: LexborNode, selector: str) -> str:
    """Return the text of what the selector finds first, or nothing."""
    found = node.css_first(selector)
    return found.text() if found else ""


def number(node: LexborNode, name: str) -> float:
    """Return an attribute that is a number."""
    return float(str(node.attributes[name]))


def middle(node: LexborNode) -> float:
    """Return where the middle of a bar stands; figures.css may say how wide it is."""
    return number(node, "x") + float(node.attributes.get("width") or 8) / 2


def span(node: LexborNode | None) -> tuple[float, float]:
    """Return where a rectangle begins and ends."""
    assert node is not None, "a turn has no place that can be hit"
    return number(node, "y"), number(node, "y") + number(node, "height")


def shown(figure: LexborNode, data: dict[str, Any], language: str) -> Shown:
    """Return what a figure and its stepper show."""
    svg = figure.css_first(".drawing svg")
    assert svg is not None, f"{data['run']} has no drawing"
    rows = [tuple(cell.text().strip() for cell in row.css("td")) for row in figure.css("details table tbody tr")]
    code = [each.text() for each in figure.css(".question code")]
    return Shown(
        data["run"], language, data["files"], tasks(data), data["output"], data["begins"],
        steps(data), tuple(code), drawing(svg), tuple(rows),
    )


@functools.cache
def of_book(language: str) -> dict[str, Shown]:
    """Return {run: what is shown of it} of a book."""
    found = {}
    for page in pages(language).values():
        for figure in page.css("figure.run"):
            own = figure.css_first("[data-run]")
            assert own is not None, f"{page}: the figure {figure.id} has no stepper"
            name = str(own.attributes["data-run"])
            found[name] = shown(figure, run_file(HTML, name, language), language)
    return found
