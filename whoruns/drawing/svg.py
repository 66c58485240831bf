"""The common parts of the drawings."""
from __future__ import annotations

import re
from functools import lru_cache
from math import fsum
from xml.etree import ElementTree as ET

from whoruns.text import break_lines, text_width

WIDTH = 400
"""Units; they are at least 358 pixels, so that 12.3 of them, the height of code, are 11 pixels on a telephone."""
SANS, BOLD, MONO, CYRILLIC, CHINESE = 6.6, 7.0, 7.4, 7.6, 13.0
"""Widths of a letter of words, 13 units high, and of code, 12.3 high."""
TIP = {">": "m-5 -4l5 4-5 4", "<": "m5 -4l-5 4 5 4", "^": "m-4 5l4 -5 4 5", "v": "m-4 -5l4 5 4 -5"}
"""How the path of an arrow ends."""

NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that a drawing cannot have: with one, none of it is shown."""


def canvas(kind: str, ident: str, title: str, description: str) -> ET.Element:
    """Begin a drawing. Give it a height with `finish`."""
    svg = ET.Element("svg", {"class": kind, "role": "img", "aria-labelledby": f"{ident}-title {ident}-desc"})
    put(svg, "title", title, id=f"{ident}-title")
    put(svg, "desc", description, id=f"{ident}-desc")
    return svg


def finish(svg: ET.Element, height: float, width: float = WIDTH) -> str:
    """Return the drawing as text."""
    svg.set("viewBox", f"0 0 {width:g} {height:g}")
    return NO_XML.sub("\ufffd", ET.tostring(svg, encoding="unicode")).replace(" />", "/>")


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


@lru_cache(4096)
def wide(text: str, letter: float = MONO) -> float:
    """Return about how wide a text is, in units."""
    return fsum(  # sum() rounds otherwise since Python 3.12, and a drawing is the same on all of them
        CHINESE if text_width(each) > 1 else max(letter, CYRILLIC) if "Ѐ" <= each <= "ӿ" else letter for each in text
    )


def wrapped(text: str, room: float, letter: float = MONO) -> list[str]:
    """Return a text as lines at most `room` wide, broken where it reads best."""
    return break_lines(text, room, lambda part: wide(part, letter))


def across(start: float, end: float, y: float) -> str:
    """Return the path of an arrow from left to right, or from right to left."""
    return f"M{start:g} {y:g}H{end:g}{TIP['>' if end > start else '<']}"
