"""What a finished page shows of a run: the stepper's data as the page loads it, drawing, table and question."""
from __future__ import annotations

import functools
import json
import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from selectolax.lexbor import LexborNode

from press.catalogue import ROOT, Listing
from tests.support.site.pages import HTML, pages
from tests.support.site.steps import run_file
from whoruns.events import BEGINS, ENDS

IN_OS = frozenset({"waits", "wakes", "looks"})
"""Kinds of steps that are of nobody's turn but of the operating system's."""

SILENT = frozenset({"start", "call", "print", "step", "log", "made", "dropped", "moved", "cancels"})
"""Kinds of events at which nobody stops: the next line shows what they have done."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Step:
    """One step of a stepper; press/figures/steps.py says what the fields are."""

    number: int
    kind: str
    row: int
    """The row of the drawing in which it stands."""
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
class Mark:
    """An element of the drawing: its classes, the first being its own kind, and where it is."""

    kind: str
    classes: frozenset[str]
    left: float
    top: float
    right: float
    bottom: float
    text: str = ""
    lines: tuple[tuple[Point, ...], ...] = ()
    """Of a path: each stretch that is drawn without lifting the pen."""

    @property
    def middle(self) -> float:
        """Where the middle of a box stands."""
        return (self.left + self.right) / 2


@dataclass(frozen=True)
class Row:
    """A row of the drawing, as it can be pointed at, and all that is drawn in it."""

    kind: str
    colour: str
    top: float
    bottom: float
    marks: tuple[Mark, ...] = ()

    def of(self, *kinds: str) -> list[Mark]:
        """Return what is of these kinds."""
        return [mark for mark in self.marks if mark.kind in kinds]


@dataclass(frozen=True)
class Span:
    """What lasts: a group of a box or a bracket, texts and an arrow; or the line of a state, alone."""

    kind: str
    """Of the box, or the state."""
    classes: frozenset[str]
    box: Mark
    marks: tuple[Mark, ...] = ()

    def of(self, *kinds: str) -> list[Mark]:
        """Return what is of these kinds."""
        return [mark for mark in self.marks if mark.kind in kinds]


@dataclass(frozen=True)
class Drawing:
    """What is to be seen of a run in the figure."""

    rows: tuple[Row, ...] = ()
    heads: tuple[Mark, ...] = ()
    """The names of the columns."""
    spans: tuple[Span, ...] = ()
    rest: tuple[Mark, ...] = ()
    """What belongs to the whole of it."""
    ticks: tuple[tuple[float, float], ...] = ()
    """Each time that is written beside it, and the height of its line."""
    gaps: tuple[tuple[float, float, int], ...] = ()
    """Between two times, in the whole figure: how many seconds, how high, and how many lines at most."""
    room: tuple[float, float] = (0, 0)
    """How wide and how high the figure is."""

    @property
    def marks(self) -> list[Mark]:
        """Return all that is drawn but for the ticks."""
        inner = [*(row.marks for row in self.rows), *(span.marks for span in self.spans)]
        return [*self.heads, *self.rest, *(mark for marks in inner for mark in marks)]


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
    table: tuple[tuple[str, ...], ...] = ()
    """The rows of the table."""
    colours: dict[str, str] = field(default_factory=dict)
    """The class of each lane, by name."""
    options: dict[str, str] = field(default_factory=dict)
    """What the page asks to be drawn: show, queue, from, until."""
    beside: tuple[Shown, ...] = ()
    """What the same figure shows of other runs."""
    extents: tuple[tuple[int, int, int], ...] = ()
    """Of each row, as the panel has it: its first step, its last, and the one to show."""

    @functools.cached_property
    def sources(self) -> list[list[str]]:
        """Return the lines of each listing that the stepper shows."""
        return [Listing(name, ROOT).source().splitlines() for name in self.files]

    @functools.cached_property
    def recorded(self) -> dict[str, Any]:
        """Return the recording that is kept."""
        data: dict[str, Any] = json.loads(Listing(self.run, ROOT).recording.read_text("utf-8"))
        return data

    @property
    def loop(self) -> str:
        """The name of what runs tasks."""
        return str(self.recorded["lanes"][0]["name"])

    @functools.cached_property
    def columns(self) -> dict[str, float]:
        """Where the line of each task stands, by its name, and the rail of the loop, where control begins.

        A name without a middle begins five units to the left of the line.
        """
        found = {
            head.text: head.middle if "mid" in head.classes else head.left + 5
            for head in self.drawing.heads if head.kind == "head" and not head.classes & {"loop", "own", "os"}
        }
        rail = (mark.lines[0][0][0] for row in self.drawing.rows for mark in row.of("thread"))
        return found | {self.loop: next(rail, 0)}

    def column(self, x: float) -> str | None:
        """Return who has a column at a place."""
        return next((name for name, place in self.columns.items() if abs(x - place) <= 1), None)

    def runs(self, row: int) -> str | None:
        """Return whose bar is in a row; if there is none, the loop runs."""
        bars = self.drawing.rows[row].of("bar", "pass")
        return self.column(bars[0].middle) if bars else self.loop

    @functools.cached_property
    def in_rows(self) -> list[list[Step]]:
        """Return the steps of each row that is drawn."""
        return [[step for step in self.steps if step.row == row] for row in range(len(self.drawing.rows))]

    @functools.cached_property
    def borders(self) -> list[tuple[int, float, Step, Step]]:
        """Return of each row, but for what comes after the story, its number, its end, and the steps around that."""
        rows = [number for number, row in enumerate(self.drawing.rows) if row.kind != "rest"]
        parts = [([s for s in self.steps if s.row <= row], [s for s in self.steps if s.row > row]) for row in rows]
        return [
            (row, self.drawing.rows[row].bottom, before[-1], (after or before[-1:])[0])
            for row, (before, after) in zip(rows, parts) if before
        ]

    @functools.cached_property
    def event_of(self) -> list[int]:
        """Return the number of the event of each step: some are silent, of those that hand on the innermost tells."""
        events, numbers = self.recorded["events"], []
        hands_on = "kernel" in self.recorded and not self.recorded.get("levels")
        for number, event in enumerate(events):
            silent = event["ev"] in SILENT and number + 1 < len(events)
            around = [each["ev"] for each in events[max(0, number - 1) : number + 2]]
            handed = around[:2] == ["yield", "yield"] or around[-2:] == ["resume", "resume"]
            if not silent and not (hands_on and handed):
                numbers.append(number)
        assert len(numbers) == len(self.steps), self.run
        return numbers

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


def in_control(shown: Shown, row: int) -> set[str]:
    """Return who has control when a row is over; a thread gives it to nobody."""
    names = [lane["name"] for lane in shown.recorded["lanes"]]
    if shown.recorded.get("recorded"):
        return {str(shown.runs(row))}
    steps = [step.number for step in shown.steps if step.row <= row]
    stack, found = [0], set()
    last = shown.event_of[steps[-1]]
    events = shown.recorded["events"]
    until = shown.event_of[steps[-1] + 1] if steps[-1] + 1 < len(shown.steps) else len(events)
    for number, event in enumerate(events[:until]):
        if number > last and event["ev"] in BEGINS:
            break
        if event["ev"] in BEGINS:
            stack.append(event["lane"])
        elif event["ev"] in ENDS and len(stack) > 1:
            stack.pop()
        if number >= last:
            drawn = [lane for lane in stack if not lane or shown.recorded["lanes"][lane]["kind"] != "loop"]
            known = [names[lane] for lane in drawn if names[lane] in shown.columns]
            found.add(known[-1])
    return found


def tasks(data: dict[str, Any]) -> list[str]:
    """Return the names of those who have states."""
    return [name for name, _colour in data["lanes"][: len(data["steps"][0]["states"])]]


def steps(data: dict[str, Any]) -> list[Step]:
    """Return the steps from what the page loads."""
    lanes = [name for name, _colour in data["lanes"]]
    return [
        Step(
            number, step["kind"], step["row"],
            [(file, line, function.removesuffix("()")) for file, line, function in step["at"] if line],
            [(file, line, function.removesuffix("()")) for file, line, function in step["at"]],
            lanes[step["lane"]] if step["lane"] >= 0 else "OS",
            {lane: data["states"][state][0] for lane, state in zip(lanes, step["states"])},
            {name: [text for text, *_class in items] for name, items in step["queues"]}, dict(step["variables"]),
            tuple(step["changed"]), step["output"], step["time"], step["say"],
        )
        for number, step in enumerate(data["steps"])
    ]


PEN = re.compile(r"([MHVmhvl])|(-?[\d.]+)")


def strokes(path: str) -> tuple[tuple[Point, ...], ...]:
    """Return the points of each stretch of a path."""
    x = y = 0.0
    found: list[list[Point]] = []
    pen = ""
    numbers: list[float] = []
    for command, number in PEN.findall(path):
        pen, numbers = (command, []) if command else (pen, [*numbers, float(number)])
        if command or len(numbers) < (1 if pen in "HVhv" else 2):
            continue
        dx, dy = {"h": (numbers[0], 0), "v": (0, numbers[0]), "H": (numbers[0] - x, 0), "V": (0, numbers[0] - y)}.get(
            pen, (numbers[0] - x * (pen == "M"), numbers[-1] - y * (pen == "M")),
        )
        x, y = x + dx, y + dy
        found += [[]] if pen in "Mm" else []
        found[-1].append((x, y))
        numbers = []
    return tuple(map(tuple, found))


def wide(text: str, letter: float) -> float:
    """Return about how wide a text is; Cyrillic letters are a little wider than Latin ones, Chinese ones twice."""
    return sum(13 if ord(each) > 0x2E80 else max(letter, 7) if ord(each) > 0x400 else letter for each in text)


def mark(node: LexborNode) -> Mark:
    """Return what an element is, and where."""
    classes = str(node.attributes.get("class") or node.tag).split()
    text = node.text() if node.tag == "text" else ""
    lines: tuple[tuple[Point, ...], ...] = ()
    if node.tag == "path":
        lines = strokes(str(node.attributes["d"]))
        xs, ys = zip(*(point for line in lines for point in line))
        box = min(xs), min(ys), max(xs), max(ys)
    elif node.tag == "circle":
        x, y, r = (number(node, name) for name in ("cx", "cy", "r"))
        box = x - r, y - r, x + r, y + r
    elif node.tag == "rect":
        x, y = number(node, "x"), number(node, "y")
        box = x, y, x + number(node, "width", 10), y + number(node, "height")  # figures.css says how wide a bar is
    else:
        x, y = number(node, "x"), number(node, "y")
        width = wide(text, 7.4 if {"mono", "head"} & {*classes} else 6.4)
        left = x - width * (0.5 if "mid" in classes else bool({"before", "time"} & {*classes}))
        box = left, y - 9, left + width, y + 2  # of letters without tails
    return Mark(classes[0], frozenset(classes), *box, text, lines)


def drawing(svg: LexborNode, part: LexborNode) -> Drawing:
    """Return what is to be seen of one run in a figure."""
    rows: list[Row] = []
    spans, heads, rest = [], [], []
    for child in part.iter():
        classes = str(child.attributes["class"]).split()
        marks = tuple(mark(each) for each in child.css("rect, path, circle, text")) if child.tag == "g" else ()
        if "row" in classes:
            hit = marks[0]
            assert hit.kind == "hit", "a row has a place that can be hit"
            rows.append(Row(classes[1], classes[2], hit.top, hit.bottom, marks[1:]))
        elif "span" in classes:
            spans.append(Span(marks[0].kind, frozenset(classes), marks[0], marks))
        elif classes[0] == "life":
            spans.append(Span(classes[1], frozenset(classes), mark(child), (mark(child),)))
        elif classes[0] in ("head", "side"):
            heads.append(mark(child))
        else:
            rest.append(mark(child))
    heights = [each.lines[0][0][1] for each in map(mark, svg.css("path.tick"))]
    times = [float(text.text().split("\xa0")[0].replace(",", ".")) for text in svg.css("text.time")]
    ticks = tuple(zip(times, heights))
    _left, _top, width, height = map(float, str(svg.attributes["viewBox"]).split())
    return Drawing(tuple(rows), tuple(heads), tuple(spans), tuple(rest), ticks, gaps(svg, ticks), (width, height))


def gaps(svg: LexborNode, ticks: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float, int], ...]:
    """Return what is between two times, below what happens at the first of them."""
    found = []
    hits = [(row, mark(row.css("rect")[0])) for row in svg.css("g.row")]
    for (begin, _top), (end, height) in pairwise(ticks):
        here = [(row, hit) for row, hit in hits if hit.top < height - 1]
        kinds = [(str(row.attributes["class"]).split()[1], hit, len(row.css("text.print"))) for row, hit in here]
        happens = [  # a person acts, and the wait goes on
            hit.top + max(24, 7 + 17 * lines) if kind == "act" else hit.bottom
            for kind, hit, lines in kinds if kind not in ("wait", "leap")
        ]
        lines = [len(row.css("text")) for row, hit in here if abs(hit.bottom - height) < 1]
        found.append((end - begin, height - max([*happens, ticks[0][1]]), max(lines, default=0)))
    return tuple(found)


def number(node: LexborNode, name: str, default: float = 0) -> float:
    """Return an attribute that is a number."""
    return float(node.attributes.get(name) or default)


def shown(figure: LexborNode, run: str, data: dict[str, Any], language: str) -> Shown:
    """Return what a figure and its panel show of a run."""
    svg = figure.css_first(".drawing svg")
    assert svg is not None, f"{run} has no drawing"
    tables, parts = figure.css("details table"), {str(each.attributes["data-run"]): each for each in svg.css("g.part")}
    rows = tables[list(parts).index(run)].css("tbody tr")
    return Shown(
        run, language, data["files"], tasks(data), data["output"], data["begins"], steps(data),
        tuple(each.text() for each in figure.css(".question code")), drawing(svg, parts[run]),
        tuple(tuple(cell.text().strip() for cell in row.css("td")) for row in rows),
        dict(reversed(data["lanes"])), options()[next(iter(parts))],
        extents=tuple(map(tuple, data["rows"])),
    )


@functools.cache
def options() -> dict[str, dict[str, str]]:
    """Return what each figure is asked to show, by the first of its runs."""
    pages = [path.read_text("utf-8") for path in sorted((ROOT / "docs").rglob("*.md"))]
    fences = [fence for page in pages for fence in re.findall(r"^```\{run\} (\S+).*\n((?::.*\n)*)", page, re.MULTILINE)]
    return {run: dict(re.findall(r"^:(\w+): (.*)$", given, re.MULTILINE)) for run, given in fences}


@functools.cache
def of_book(language: str) -> dict[str, Shown]:
    """Return {run: what is shown of it} of a book."""
    found = {}
    for page in pages(language).values():
        for figure in page.css("figure.run"):
            names = [str(part.attributes["data-run"]) for part in figure.css("g.part")]
            parts = [shown(figure, name, run_file(HTML, name, language), language) for name in names]
            for part in parts:
                others = tuple(each for each in parts if each is not part)
                found[part.run] = replace(part, beside=others)
    return found
