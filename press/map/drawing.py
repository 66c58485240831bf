"""The map, drawn: time goes down, a chapter after the other, and each loop stands in the way that it grew in.

A thick line leads from a listing to the one that grew from it, a thin one to one that uses it. The ways of loops
have colours; parts that they use are grey.
"""
from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree as ET

from sphinx.locale import _

from press.map.built_from import Box
from whoruns.drawing.svg import BOLD, SANS, WIDTH, canvas, finish, put, wide, wrapped

PITCH, ROW, HIGH, LINE, CURVE = 15, 28, 23, 17, 6
"""Between two ways, between two boxes; the heights of a box and of a line of a heading; how round a corner is."""
COLOURS = 6


@dataclass(frozen=True)
class Stop:
    """A box with its number, caption and address on the pages."""

    box: Box
    number: str
    caption: str
    address: str


@dataclass
class Chapter:
    """A chapter that has boxes; `part` is the name of the part that begins with it."""

    title: str
    part: str
    stops: list[Stop]


class Ways:
    """In which way each box stands, and which way leads from it to the boxes that do not go on with its own."""

    def __init__(self, boxes: list[Box]) -> None:
        self.at: dict[str, int] = {}
        self.beside: dict[str, int] = {}
        self.colour: dict[str, str] = {}
        self.taken: list[int] = []
        """The last row in which each way is taken."""
        self.heir: dict[str, str] = {}
        """Box: the first one that grew from it, which goes on with its way."""
        for box in boxes:
            if box.grew_from:
                self.heir.setdefault(box.grew_from, box.name)
        rows = {box.name: row for row, box in enumerate(boxes)}
        for row, box in enumerate(boxes):
            name, heir = box.name, self.heir.get(box.name)
            others = [rows[each.name] for each in boxes if name in each.above and each.name != heir]
            last = rows[heir] if heir else max(others, default=row)
            if self.goes_on(box):
                self.at[name] = self.at[box.grew_from]
                self.taken[self.at[name]] = last
            else:
                self.at[name] = self.free(row, last)
            self.beside[name] = self.free(row, max(others)) if heir and others else self.at[name]
        self.give_colours(boxes)

    def goes_on(self, box: Box) -> bool:
        """Does a box stand in the way of the one that it grew from?"""
        return self.heir.get(box.grew_from) == box.name

    def free(self, row: int, until: int) -> int:
        """Take the first way that is free in a row."""
        way = next((way for way, last in enumerate(self.taken) if last < row), len(self.taken))
        self.taken[way : way + 1] = [until]
        return way

    def give_colours(self, boxes: list[Box]) -> None:
        """Give each way with a loop in it a colour of its own, which its branches share; the others are grey."""
        is_loop = {box.name: box.is_loop for box in boxes}
        number = 0
        for box in boxes:
            if self.goes_on(box):
                continue
            way = [box.name]
            while heir := self.heir.get(way[-1]):
                way.append(heir)
            colour = self.colour.get(box.grew_from, "loop")
            if not box.grew_from and any(is_loop[name] for name in way):
                colour = f"c{number % COLOURS}"
                number += 1
            self.colour |= dict.fromkeys(way, colour)


def draw(chapters: list[Chapter], ident: str) -> str:
    """Return the picture."""
    svg = canvas(
        "map notranslate", ident, _("Which loop is built from which"),
        _("A box for each listing, a chapter after the other, with lines from what it is built from. The list below "
          "says the same in words."),
    )
    svg.set("role", "group")  # an image can hold no links
    ways = Ways([stop.box for chapter in chapters for stop in chapter.stops])
    lines, boxes = put(svg, "g"), put(svg, "g")
    left, top = PITCH * len(ways.taken) + 8, 0.0
    middle: dict[str, float] = {}
    for chapter in chapters:
        for text, kind, letter in ((chapter.part, "title", BOLD), (chapter.title, "", SANS)):
            if text:
                top += 6 if letter == SANS else 12
                for line in wrapped(text, WIDTH - left, letter):
                    top += LINE
                    put(boxes, "text", line, class_=kind, x=left, y=top)
        top += 6
        for stop in chapter.stops:
            middle[stop.box.name] = top + HIGH / 2
            draw_box(boxes, stop, left, top, ways.colour[stop.box.name])
            top += ROW
    for name, y in middle.items():
        put(lines, "path", class_="tick", d=f"M{x_of(ways.at[name]):g} {y:g}H{left}")
    for stop in (stop for chapter in chapters for stop in chapter.stops):
        draw_lines(lines, stop.box, ways, middle)
    return finish(svg, top)


def draw_box(parent: ET.Element, stop: Stop, left: float, top: float, colour: str) -> None:
    """Draw a listing: its number and its name, which lead to it."""
    link = put(parent, "a", href=stop.address)
    put(link, "title", stop.caption)
    name = left + 14 + wide(stop.number)
    width = name + wide(stop.box.name) + 8 - left
    put(link, "rect", class_=f"frame {colour}", x=left, y=top, width=width, height=HIGH)
    put(link, "text", stop.number, class_=f"head {colour}", x=left + 7, y=top + 16)
    put(link, "text", stop.box.name, class_="mono", x=name, y=top + 16)


def draw_lines(parent: ET.Element, box: Box, ways: Ways, middle: dict[str, float]) -> None:
    """Draw the lines that lead to a box, and the point at which it stands in its way."""
    here, y = x_of(ways.at[box.name]), middle[box.name]
    for above in box.above:
        start, way, top = x_of(ways.at[above]), x_of(ways.beside[above]), middle[above]
        path = f"M{start:g} {top:g}"
        if box.grew_from == above and ways.goes_on(box):
            path += f"V{y:g}"
        else:
            out, back = curve(start, way), curve(way, here)
            path += f"H{way - out:g}q{out} 0 {out} {CURVE}" if out else ""
            path += f"V{y - CURVE:g}q0 {CURVE} {back} {CURVE}H{here:g}"
        put(parent, "path", class_=f"{'grew ' * (box.grew_from == above)}{ways.colour[above]}", d=path)
    put(parent, "circle", class_=ways.colour[box.name], cx=here, cy=y, r=4.5)


def x_of(way: int) -> float:
    """Return where a way is."""
    return PITCH * (way + 0.5)


def curve(start: float, end: float) -> int:
    """Return how far to the right the corner goes on the way from a point to another: not at all, or to the left."""
    return CURVE if end > start else -CURVE if end < start else 0
