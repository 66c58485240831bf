"""Drawings that need no style sheet: its declarations are written on each element, in light colours.

The program that shows a drawing may know neither variables nor the newer functions of a style sheet, and may paint the
ground black; so a drawing brings its colours and its ground.
"""
from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import product
from typing import NamedTuple
from xml.etree import ElementTree as ET

from whoruns.source import FigureError

WRITTEN = {
    "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "font-family",
    "font-size", "font-weight", "text-anchor", "text-decoration", "rx", "width", "paint-order",
}
"""Properties that SVG has attributes for."""
SHAPES = {"rect", "path", "line", "circle", "polygon", "polyline"}
"""Elements without letters."""
KEPT = {
    "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "d", "points", "transform",
    "viewBox", "href",
}
"""Attributes that say where something is, or leads; the others are for style sheets and scripts."""
SVG = "http://www.w3.org/2000/svg"
ET.register_namespace("", SVG)


class SheetError(FigureError):
    """A value in the style sheets that cannot be read here, and the remedy."""


class Place(NamedTuple):
    """The name of an element, and its classes."""

    name: str
    classes: frozenset[str]


PAGE = (Place("div", frozenset({"drawing"})), Place("body", frozenset()))
"""The elements around a drawing on a page, the innermost first."""


class Part(NamedTuple):
    """A part of a selector: an element, and whether the next part outwards is its parent, and not anywhere around."""

    place: Place
    inside: bool


class Rule(NamedTuple):
    """A rule of a style sheet: the parts of its selector from the right to the left, its weight, its declarations."""

    parts: tuple[Part, ...]
    weight: tuple[int, int]
    says: dict[str, str]


def fits(parts: Sequence[Part], path: Sequence[Place]) -> bool:
    """Say whether a selector is about the first element of a path outwards."""
    (place, inside), *others = parts
    here, *around = path
    if place.name not in ("", here.name) or not place.classes <= here.classes:
        return False
    return not others or any(fits(others, around[up:]) for up in range(min(len(around), 1 if inside else len(around))))


def choices(text: str) -> list[str]:
    """Cut at the commas that stand in no brackets."""
    return [part.strip() for part in re.split(r",(?![^()]*\))", text)]


def weight(selector: str) -> tuple[int, int]:
    """Return how many classes and how many elements a selector names; of a choice, the heaviest."""
    heaviest = re.sub(r":is\(([^()]*)\)", lambda found: max(choices(found[1]), key=weight), selector)
    return len(re.findall(r"[.#\[:]", heaviest)), len(re.findall(r"(?:^|[\s>])[a-z]", heaviest))


def spelled_out(selector: str) -> Iterator[str]:
    """Yield the selectors without a choice that a selector with :is() stands for."""
    texts = re.split(r":is\(([^()]*)\)", selector)
    yield from map("".join, product(*(choices(text) if number % 2 else [text] for number, text in enumerate(texts))))


def parsed(selector: str) -> tuple[Part, ...]:
    """Return the parts of a selector of elements and classes, from the right to the left; of another one, nothing."""
    found: list[Part] = []
    inside = False
    for text in reversed(selector.replace(">", " > ").split()):
        if text == ">":
            found[-1] = found[-1]._replace(inside=True)
        elif match := re.fullmatch(r"(\*|[a-z]\w*)?((?:\.[\w-]+)*)", text):
            found.append(Part(Place((match[1] or "").strip("*"), frozenset(match[2].split(".")[1:])), inside))
        else:
            return ()
    return tuple(found)


@functools.cache
def rules(sheets: str) -> list[Rule]:
    """Return the rules for drawings, those that win last; rules that depend on the window are left out."""
    text = re.sub(r"(?s)/\*.*?\*/|@\w+[^{;]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheets)
    found = []
    for selectors, declared in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        pairs = [each.split(":", 1) for each in declared.split(";") if ":" in each]
        says = {name.strip(): value.strip() for name, value in pairs}
        says = {name: value for name, value in says.items() if name in WRITTEN or name.startswith("--")}
        for selector in choices(selectors) if says else []:
            every = (parsed(each) for each in spelled_out(selector))
            found += [Rule(parts, weight(selector), says) for parts in every if parts]
    return sorted(found, key=lambda rule: rule.weight)


class Painter:
    """Finds out how the elements of a drawing look; those with the same names and classes above them look the same."""

    def __init__(self, sheets: str, theme: Mapping[str, str]) -> None:
        self.rules, self.theme = rules(sheets), dict(theme)
        self.known: dict[tuple[Place, ...], tuple[dict[str, str], dict[str, str]]] = {}

    def look(self, path: tuple[Place, ...]) -> tuple[dict[str, str], dict[str, str]]:
        """Return the declarations for the first element of a path outwards, and the variables that hold there."""
        if path not in self.known:
            said: dict[str, str] = {}
            for rule in self.rules:
                if fits(rule.parts, path):
                    said |= rule.says
            variables = dict(self.look(path[1:])[1] if len(path) > 1 else self.theme)
            variables |= {name: value for name, value in said.items() if name.startswith("--")}
            self.known[path] = {name: value for name, value in said.items() if name in WRITTEN}, variables
        return self.known[path]

    def paint(self, element: ET.Element, around: tuple[Place, ...]) -> None:
        """Write on an element, and on those in it, how they look; `around` are the elements outwards."""
        tag = element.tag
        path = (Place(tag, frozenset(element.get("class", "").split())), *around)
        said, variables = self.look(path)
        placed = {name: value for name, value in element.attrib.items() if name in KEPT}
        element.attrib.clear()
        for name, value in said.items():
            if belongs(name, tag):
                element.attrib.update(paint(name, resolved(value, variables)))
        element.attrib.update(placed)
        for child in element:
            self.paint(child, path)


def resolved(value: str, variables: Mapping[str, str]) -> str:
    """Put the values of variables into a value, and take the light one of two colours; raise SheetError."""
    while found := re.search(r"var\(([^()]+)\)", value):
        if found[1] not in variables:
            raise SheetError(f"no style sheet says what {found[1]} is, and no theme: one of them should")
        value = value.replace(found[0], variables[found[1]])
    return re.sub(r"light-dark\(([^,()]*),[^()]*\)", r"\1", value)


def channels(colour: str) -> list[int]:
    """Return red, green and blue of a colour such as #1769aa or #fff."""
    digits = colour.removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    return [int(digits[place : place + 2], 16) for place in (0, 2, 4)]


def paint(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield the attributes for a property: a colour that one can see through is a colour and an opacity."""
    if mixed := re.fullmatch(r"color-mix\(in srgb, (\S+) ([\d.]+)%, (\S+)\)", value):
        share = float(mixed[2]) / 100
        if mixed[3] == "transparent":
            yield from ((name, mixed[1]), (f"{name}-opacity", f"{share:g}"))
        else:
            pairs = zip(channels(mixed[1]), channels(mixed[3]))
            yield name, "#" + "".join(f"{round(one * share + other * (1 - share)):02x}" for one, other in pairs)
    elif "(" in value:
        raise SheetError(f"whoruns/formats/alone.py can't read {value}; teach it, or say it otherwise")
    elif re.fullmatch(r"#[0-9a-f]{8}", value):
        yield from ((name, value[:7]), (f"{name}-opacity", f"{int(value[7:], 16) / 255:.2g}"))
    else:
        yield name, {"transparent": "none"}.get(value, value.removesuffix("px"))


def belongs(name: str, tag: str) -> bool:
    """May an element of SVG have this attribute? Older programs refuse a drawing for one that does nothing."""
    if name in ("rx", "width"):
        return tag == "rect"
    letters = name.startswith(("font", "text"))
    return name.startswith("font") if tag == "svg" else not letters or tag not in SHAPES


def alone(svg: str, sheets: str, theme: Mapping[str, str]) -> str:
    """Return a drawing of a page as one that stands for itself; its names in style sheets are gone.

    `sheets` is the text of the page's style sheets, `theme` has the variables that hold around it. Raise SheetError for
    a value in the sheets that cannot be written.
    """
    root = ET.fromstring(svg)
    Painter(sheets, theme).paint(root, PAGE)
    for parent in list(root.iter()):
        for place, child in reversed(list(enumerate(parent))):
            if child.get("fill") == "none" and "stroke" not in child.attrib:
                parent.remove(child)  # what a pointer hits
            elif child.attrib.pop("paint-order", None):
                parent.insert(place, below := deepcopy(child))  # first the stroke, and the letters upon it
                child.attrib.pop("stroke", None)
                child.attrib.pop("stroke-width", None)
                below.set("stroke-linejoin", "round")
    _left, _top, width, height = root.attrib["viewBox"].split()
    root.attrib.update(xmlns=SVG, width=width, height=height)
    root.insert(2, ET.Element("rect", width=width, height=height, fill="#fff"))  # after the title and the description
    return ET.tostring(root, encoding="unicode")
