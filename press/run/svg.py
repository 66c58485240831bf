"""What the drawings have in common."""
from __future__ import annotations

from xml.etree import ElementTree as ET

from press.text import break_lines

WIDTH = 340
"""Units, which are pixels of the narrowest page."""
CHARACTER = 5.5
"""Width of a letter of code in units; a Chinese character takes 10."""
FULL = 0x2E80
"""From here on characters are as wide as they are high."""


def canvas(kind: str, ident: str, title: str, description: str) -> ET.Element:
    """Begin a drawing. Give it a height with `finish`."""
    svg = ET.Element("svg", {"class": kind, "role": "img", "aria-labelledby": f"{ident}-title {ident}-desc"})
    put(svg, "title", title, id=f"{ident}-title")
    put(svg, "desc", description, id=f"{ident}-desc")
    return svg


def finish(svg: ET.Element, height: float, width: float = WIDTH) -> str:
    """Return the drawing as text."""
    svg.set("viewBox", f"0 0 {width} {height:g}")
    return ET.tostring(svg, encoding="unicode").replace(" />", "/>")


def put(parent: ET.Element, tag: str, text: str | None = None, **attributes: object) -> ET.Element:
    """Add an element; class_ is the attribute class. Numbers are rounded to a tenth."""
    element = ET.SubElement(parent, tag)
    for name, value in attributes.items():
        given = f"{round(value, 1):g}" if isinstance(value, float) else str(value)
        element.set(name.rstrip("_"), given)
    element.text = None if text is None else str(text)  # a translation is made when it is needed
    return element


def box(parent: ET.Element, kind: str, left: float, top: float, width: float, height: float) -> None:
    """Draw a rectangle; the style sheet rounds its corners."""
    put(parent, "rect", class_=kind, x=left, y=top, width=width, height=height)


def wide(text: str, code: bool = True) -> float:
    """Return about how wide a text is, in units: Latin letters of words are narrower than those of code."""
    latin, cyrillic = (CHARACTER, CHARACTER) if code else (5.4, 6.2)
    return sum(10 if ord(each) > FULL else cyrillic if ord(each) > 0x400 else latin for each in text)


def wrapped(text: str, room: float, code: bool = True) -> list[str]:
    """Return a text as lines at most `room` wide, broken where it reads best."""
    return break_lines(text, room, lambda part: wide(part, code))


def arrow(parent: ET.Element, start: float, end: float, y: float, kind: str) -> None:
    """Draw an arrow from left to right, or from right to left."""
    way = 1 if end > start else -1
    put(parent, "path", d=f"M{start:g} {y:g}H{end:g}m{-4 * way}-3l{4 * way} 3 {-4 * way} 3", class_=kind)
