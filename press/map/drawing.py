"""The map, drawn: time goes down, a chapter after the other, and each loop stands in the way that it grew in.

A thick line leads from a listing to the one that grew from it, a thin one to one that uses it. What has a colour is
a way of loops; what they use is grey.
"""
from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree as ET

from sphinx.locale import _

from press.map.built_from import Box
from press.run.svg import BOLD, SANS, WIDTH, canvas, finish, put, wide, wrapped

PITCH, ROW, HIGH, LINE, CURVE = 15, 28, 23, 17, 6
"""Between two ways, between two boxes; the heights of a box and of a line of a heading; how round a corner is."""
COLOURS = 6


@dataclass(frozen=True)
class Stop:
    """A box with what the pages say of it."""

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
    """In which way each box stands, and which way leads from it to boxes that it is not continued by."""

    def __init__(self, boxes: list[Box]) -> None:
        self.at: dict[str, int] = {}
        self.beside: dict[str, int] = {}
        self.colour: dict[str, str] = {}
        rows = {box.name: row for row, box in enumerate(boxes)}
        heirs: dict[str, str] = {}
        for box in boxes:
            if box.grew_from:
                heirs.setdefault(box.grew_from, box.name)
        self.heirs = set(heirs.values())
        taken: list[int] = []
        """By way: the last row in which it is taken."""

        def free(row: int, until: int) -> int:
            way = next((way for way, last in enumerate(taken) if last < row), len(taken))
            taken[way:] = [until, *taken[way + 1 :]]
            return way

        for row, box in enumerate(boxes):
            others = [rows[each.name] for each in boxes if box.name in each.above and each.name != heirs.get(box.name)]
            last = rows[heirs[box.name]] if box.name in heirs else max(others, default=row)
            if box.name in self.heirs:
                self.at[box.name] = self.at[box.grew_from]
                taken[self.at[box.name]] = last
                self.colour[box.name] = self.colour[box.grew_from]
            else:
                self.at[box.name] = free(row, last)
                self.colour[box.name] = self.colour.get(box.grew_from, "")
            self.beside[box.name] = free(row, max(others)) if others and box.name in heirs else self.at[box.name]
        self.count = len(taken)
        self.give_colours(boxes, heirs)

    def give_colours(self, boxes: list[Box], heirs: dict[str, str]) -> None:
        """Give each way in which there is a loop a colour of its own, and grey to the others."""
        number = 0
        for box in boxes:
            if box.name in self.heirs:
                continue
            way = [box.name]
            while way[-1] in heirs:
                way.append(heirs[way[-1]])
            loops = [each for each in boxes if each.name in way and each.is_loop]
            colour = self.colour[box.grew_from] if box.grew_from else f"c{number % COLOURS}" if loops else "loop"
            number += bool(loops) and not box.grew_from
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
    left, top = PITCH * ways.count + 8, 0.0
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
    """Draw what leads to a box, and the point at which it stands in its way."""
    here, y = x_of(ways.at[box.name]), middle[box.name]
    for above in box.above:
        start, way, top = x_of(ways.at[above]), x_of(ways.beside[above]), middle[above]
        path = f"M{start:g} {top:g}"
        if box.grew_from == above and box.name in ways.heirs:
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
