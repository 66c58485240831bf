"""Drawings that need no style sheet: its declarations are written on each element, in light colours.

The program that shows an epub may know neither variables nor the newer functions of a style sheet, and may paint the
page black; so a drawing brings its colours and its ground. WeasyPrint does not let the style sheets of a page into its
drawings.
"""
from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import soupsieve
from bs4 import BeautifulSoup, Tag

import press
import whoruns.page

STATIC = Path(press.__file__).parent / "theme/static"
PANEL = Path(whoruns.page.__file__).parent / "static"
FURO = {
    "--color-foreground-primary": "#000", "--color-foreground-secondary": "#5a5c63",
    "--color-foreground-muted": "#6b6f76", "--color-background-primary": "#fff", "--color-background-border": "#ddd",
    "--font-stack": "sans-serif", "--font-stack--monospace": "monospace",
}
"""The variables of Furo that drawings ask for."""
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


class SheetError(Exception):
    """A value in the style sheets that cannot be read here, and the remedy."""


class Rule(NamedTuple):
    """A rule of a style sheet: its selector, the weight of that, and its declarations."""

    selector: soupsieve.SoupSieve
    weight: tuple[int, int]
    says: dict[str, str]


def parts(text: str) -> list[str]:
    """Cut at the commas that stand in no brackets."""
    return [part.strip() for part in re.split(r",(?![^()]*\))", text)]


def weight(selector: str) -> tuple[int, int]:
    """Return how many classes and how many elements a selector names; of a choice, the heaviest."""
    heaviest = re.sub(r":is\(([^()]*)\)", lambda found: max(parts(found[1]), key=weight), selector)
    return len(re.findall(r"[.#\[:]", heaviest)), len(re.findall(r"(?:^|[\s>])[a-z]", heaviest))


@functools.cache
def rules() -> list[Rule]:
    """Return the rules for drawings, those that win last; rules that depend on the window are left out."""
    text = "".join(path.read_text("utf-8") for path in (STATIC / "book.css", PANEL / "figures.css"))
    text = re.sub(r"(?s)/\*.*?\*/|@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text)
    found = []
    for selectors, declared in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        pairs = [each.split(":", 1) for each in declared.split(";") if ":" in each]
        says = {name.strip(): value.strip() for name, value in pairs}
        says = {name: value for name, value in says.items() if name in WRITTEN or name.startswith("--")}
        for selector in parts(selectors) if says else []:
            if not re.search(r"::|:(?!is\()", selector):
                found.append(Rule(soupsieve.compile(selector), weight(selector), says))
    return sorted(found, key=lambda rule: rule.weight)


class Painter:
    """Finds out how the elements of a drawing look; those with the same names and classes above them look the same."""

    def __init__(self, theme: dict[str, str]) -> None:
        self.theme = theme
        self.known: dict[tuple[str, ...], tuple[dict[str, str], dict[str, str]]] = {}

    def look(self, tag: Tag) -> tuple[dict[str, str], dict[str, str]]:
        """Return the declarations for an element, and the variables that hold there."""
        above = [tag, *tag.parents]
        key = tuple(f"{each.name} {each.get('class')}" for each in above)
        if key not in self.known:
            said: dict[str, str] = {}
            for rule in rules():
                if rule.selector.match(tag):
                    said |= rule.says
            around = self.look(tag.parent)[1] if isinstance(tag.parent, Tag) and tag.parent.name else self.theme
            variables = dict(around)
            variables |= {name: value for name, value in said.items() if name.startswith("--")}
            self.known[key] = {name: value for name, value in said.items() if name in WRITTEN}, variables
        return self.known[key]


def resolved(value: str, variables: dict[str, str]) -> str:
    """Put the values of variables into a value, and take the light one of two colours; raise SheetError."""
    while found := re.search(r"var\(([^()]+)\)", value):
        if found[1] not in variables:
            raise SheetError(f"no style sheet says what {found[1]} is; FURO in press/take/drawings.py should")
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
        raise SheetError(f"press/take/drawings.py can't read {value}; teach it, or say it otherwise")
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


def alone(svg: str, theme: dict[str, str] = FURO) -> str:
    """Return a drawing of a page as one that stands for itself; its names in style sheets are gone.

    `theme` has the variables that hold around it. Raise SheetError for a value in the sheets that cannot be written.
    """
    root = ET.fromstring(svg)
    soup = BeautifulSoup(f'<body><div class="drawing">{svg}</div></body>', "html.parser")
    drawn, painter = soup.find("svg"), Painter(theme)
    assert isinstance(drawn, Tag)
    for element, tag in zip(list(root.iter()), [drawn, *drawn.find_all(True)]):
        said, variables = painter.look(tag)
        placed = {name: value for name, value in element.attrib.items() if name in KEPT}
        element.attrib.clear()
        for name, value in said.items():
            if belongs(name, tag.name):
                element.attrib.update(paint(name, resolved(value, variables)))
        element.attrib.update(placed)
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


def described(svg: str) -> str:
    """Return the title and the description of a drawing, in one line."""
    root = ET.fromstring(svg)
    return " – ".join(filter(None, (root.findtext("title"), root.findtext("desc"))))
