"""What the drawings have in common."""
from __future__ import annotations

from xml.etree import ElementTree as ET

WIDTH = 340
"""Units, which are pixels of the narrowest page."""
CHARACTER = 6.1
"""Width of a letter of code in units; a Chinese character takes 10.5."""


def canvas(kind: str, ident: str, title: str, description: str) -> ET.Element:
    """Begin a drawing. Give it a height with `finish`."""
    svg = ET.Element("svg", {"class": kind, "role": "img", "aria-labelledby": f"{ident}-title {ident}-desc"})
    put(svg, "title", title, id=f"{ident}-title")
    put(svg, "desc", description, id=f"{ident}-desc")
    return svg


def finish(svg: ET.Element, height: int) -> str:
    """Give the drawing as text."""
    svg.set("viewBox", f"0 0 {WIDTH} {height}")
    return ET.tostring(svg, encoding="unicode")


def put(parent: ET.Element, tag: str, text: str | None = None, **attributes: object) -> ET.Element:
    """Add an element; class_ is the attribute class, data_turn is data-turn."""
    names = {name.rstrip("_").replace("_", "-"): str(value) for name, value in attributes.items()}
    element = ET.SubElement(parent, tag, names)
    element.text = None if text is None else str(text)  # a translation is made when it is needed
    return element


def wide(text: str) -> float:
    """Give about how wide a text is, in units."""
    return sum(10.5 if ord(character) > 0x2E80 else CHARACTER for character in text)


def wide_words(text: str) -> float:
    """Give about how wide a text is that is no code: Latin letters are narrower, Cyrillic ones are not."""
    return sum(10.5 if ord(character) > 0x2E80 else 6.4 if ord(character) > 0x400 else 5.5 for character in text)
