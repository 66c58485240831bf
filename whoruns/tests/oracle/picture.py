"""The strokes of a figure, read back from its SVG."""
from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import cos, radians, sin
from xml.etree import ElementTree as ET

Point = tuple[float, float]
Box = tuple[float, float, float, float]


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
    x: float = 0
    """Of a text: where it is anchored."""

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
        """Return the marks of these kinds."""
        return [mark for mark in self.marks if mark.kind in kinds]


@dataclass(frozen=True)
class Span:
    """A span: a group of a box or a bracket, texts and an arrow; or the line of a state, alone."""

    kind: str
    """Of the box, or the state."""
    classes: frozenset[str]
    box: Mark
    marks: tuple[Mark, ...] = ()

    def of(self, *kinds: str) -> list[Mark]:
        """Return the marks of these kinds."""
        return [mark for mark in self.marks if mark.kind in kinds]


@dataclass(frozen=True)
class Drawing:
    """The visible parts of a run in the figure."""

    rows: tuple[Row, ...] = ()
    heads: tuple[Mark, ...] = ()
    """The names of the columns."""
    spans: tuple[Span, ...] = ()
    rest: tuple[Mark, ...] = ()
    """The marks of the figure as a whole."""
    ticks: tuple[tuple[float, float], ...] = ()
    """Each time that is written beside it, and the height of its line."""
    room: tuple[float, float] = (0, 0)
    """How wide and how high the figure is."""
    large: bool = False

    @property
    def marks(self) -> list[Mark]:
        """Return all that is drawn but for the ticks."""
        inner = [*(row.marks for row in self.rows), *(span.marks for span in self.spans)]
        return [*self.heads, *self.rest, *(mark for marks in inner for mark in marks)]


TURNED = re.compile(r"rotate\((\S+) .*\)")
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


def mark(node: ET.Element) -> Mark:
    """Return an element as a mark with its place."""
    classes = node.get("class", node.tag).split()
    text = "".join(node.itertext()) if node.tag == "text" else ""
    lines: tuple[tuple[Point, ...], ...] = ()
    x, y = number(node, "x"), number(node, "y")
    if node.tag == "path":
        lines = strokes(node.get("d", ""))
        xs, ys = zip(*(point for line in lines for point in line))
        box = min(xs), min(ys), max(xs), max(ys)
    elif node.tag == "circle":
        x, y, r = (number(node, name) for name in ("cx", "cy", "r"))
        box = x - r, y - r, x + r, y + r
    elif node.tag == "rect":
        box = x, y, x + number(node, "width", 10), y + number(node, "height")  # the style sheet says how wide a bar is
    else:
        width = wide(text, 7.4 if {"mono", "head"} & {*classes} else 6.4)
        left = x - width * (0.5 if "mid" in classes else bool({"before", "time"} & {*classes}))
        box = left, y - 9, left + width, y + 2  # of letters without tails
        if turned := TURNED.fullmatch(node.get("transform", "")):
            box = about(x, y, float(turned[1]), box)
    return Mark(classes[0], frozenset(classes), *box, text, lines, x)


def about(x: float, y: float, degrees: float, box: Box) -> Box:
    """Return the least box around one that is turned about a point."""
    turn = complex(cos(radians(degrees)), sin(radians(degrees)))
    left, top, right, bottom = box
    corners = [complex(a - x, b - y) * turn + complex(x, y) for a in (left, right) for b in (top, bottom)]
    xs, ys = [corner.real for corner in corners], [corner.imag for corner in corners]
    return min(xs), min(ys), max(xs), max(ys)


def number(node: ET.Element, name: str, default: float = 0) -> float:
    """Return an attribute that is a number."""
    return float(node.get(name) or default)


def picture(text: str, run: str) -> Drawing:
    """Return the drawing of one run in a figure."""
    svg = ET.fromstring(re.sub(r' xmlns="[^"]*"', "", text))
    rows: list[Row] = []
    spans: list[Span] = []
    heads: list[Mark] = []
    rest: list[Mark] = []
    beside: list[tuple[Mark, ...]] = []
    for child in next(part for part in svg.iter("g") if part.get("data-run") == run):
        classes = child.get("class", "").split()
        marks = [mark(each) for each in child.iter() if each.tag in ("rect", "path", "circle", "text")]
        if "row" in classes:
            hit = marks[0]
            assert hit.kind == "hit", "a row has a place that can be hit"
            rows.append(Row(classes[1], " ".join(classes[2:]), hit.top, hit.bottom, tuple(marks[1:])))
        elif "span" in classes:
            spans.append(Span(marks[0].kind, frozenset(classes), marks[0], tuple(marks)))
        elif "words" in classes:  # of a large drawing
            beside = [tuple(map(mark, row)) for row in child]
        elif classes[0] == "life":
            spans.append(Span(classes[1], frozenset(classes), marks[0], tuple(marks)))
        else:
            names = [each for each in marks if each.kind in ("head", "side")]
            heads += names
            rest += [each for each in marks if each not in names]
    if beside:
        assert len(beside) == len(rows), "each row has its words"
        rows = [replace(row, marks=row.marks + words) for row, words in zip(rows, beside)]
    heights = [strokes(each.get("d", ""))[0][0][1] for each in svg.iter("path") if each.get("class") == "tick"]
    times = [each.text or "" for each in svg.iter("text") if each.get("class") == "time"]
    ticks = tuple(zip((float(time.split("\xa0")[0].replace(",", ".")) for time in times), heights))
    width, height = map(float, svg.get("viewBox", "").split()[2:])
    lists = tuple(rows), tuple(heads), tuple(spans), tuple(rest)
    return Drawing(*lists, ticks, (width, height), bool(beside))
