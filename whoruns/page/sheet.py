"""The HTML of a large drawing, whose names, times and words stay in sight where it is scrolled.

These parts are taken out of the drawing, and lie over it, each at its place; the style sheet lets them stick to the
edges of the box.
"""
from __future__ import annotations

from xml.etree import ElementTree as ET

from whoruns.drawing.weave import KEY
from whoruns.page.drawn import Figure

NAMES = 110
"""Names that stand aslant reach so far over the words."""


def sheet(figure: Figure) -> tuple[str, str]:
    """Return the HTML of a drawing, and of the meanings of its strokes; in a small one, these are part of it."""
    if "sheet" not in figure:
        return figure["svg"], ""
    (left, top, words, end), svg = figure["sheet"], ET.fromstring(figure["svg"])
    width, height = map(float, svg.get("viewBox", "").split()[2:])
    beside = width - words + 6
    parts = [
        part("times", (0, 0, left, end), taken(svg, "times")),
        part("words", (width - beside, 0, beside, end), taken(svg, "words")),
        part("names", (0, 0, width, top), taken(svg, "names")),
        part("corner left", (0, 0, left, top)), part("corner right", (0, 0, beside - NAMES, top)),
    ]
    key = part("key", (0, end, min(width, KEY), height - end), taken(svg, "key"))
    svg.attrib |= {"viewBox": f"0 0 {width:g} {end:g}", "width": f"{width:g}", "height": f"{end:g}"}
    return f'<div class="sheet">{"".join(map(text, (svg, *parts)))}</div>', text(key)


def taken(svg: ET.Element, kind: str) -> ET.Element:
    """Take a group of the drawing out of it."""
    for parent in svg.iter():
        for child in parent:
            if child.get("class") == kind:
                parent.remove(child)
                return child
    raise LookupError(f"a large drawing has {kind}")


def part(kind: str, at: tuple[float, float, float, float], *inside: ET.Element) -> ET.Element:
    """Return a part of the drawing, of a left, a top, a width and a height."""
    view = [f"{round(each, 1):g}" for each in at]
    found = ET.Element("svg", {
        "class": f"weave notranslate part-of {kind}", "viewBox": " ".join(view), "width": view[2], "height": view[3],
    })
    found.extend(inside)
    return found


def text(svg: ET.Element) -> str:
    """Return an element as HTML."""
    return ET.tostring(svg, encoding="unicode").replace(" />", "/>")
