"""A recording as a picture, drawn by resvg: https://resvg-py.readthedocs.io. It comes with ``whoruns[png]``."""
from __future__ import annotations

import importlib
import re
import zlib
from typing import Any
from xml.etree import ElementTree as ET

from whoruns.formats.alone import SVG
from whoruns.source import FigureError
from whoruns.text import text_width

PER_UNIT = 2
"""Pixels of a unit: they are sharp on paper and on fine screens. Of a high drawing, there is one."""
MOST = 32_000
"""Pixels of the height; more of them, many programs do not show."""
WIDE = "PingFang SC, Microsoft YaHei, Noto Sans CJK SC, WenQuanYi Micro Hei, sans-serif"
SIGNS = "Arial, Liberation Sans, DejaVu Sans, Noto Sans Symbols2, sans-serif"
"""Fonts for texts with letters that the font of the others may lack; resvg would take any that has them."""
SIGN = re.compile("[←-⺀]")
MARK = b"tEXtSoftware\0whoruns"
"""The mark of such a file."""
TRIAL = f'<svg xmlns="{SVG}" width="20" height="20"><text y="15" font-family="{{fonts}}">{{text}}</text></svg>'


def resvg() -> Any:
    """Return the library, or raise FigureError."""
    try:
        return importlib.import_module("resvg_py")
    except ImportError as error:
        raise FigureError("A PNG is drawn by resvg, which is not there: pip install resvg-py") from error


def png(svg: str) -> bytes:
    """Return the bytes of a file with a drawing (``svg.py``).

    Raise FigureError if resvg is not installed, or finds no font, since it would leave out all words; or if the drawing
    is too high.
    """
    root = ET.fromstring(svg)
    zoom = min(PER_UNIT, int(MOST / float(root.attrib["height"])))
    if not zoom:
        height = root.attrib["height"]
        raise FigureError(f"The drawing is {height} units high, too much for a PNG: an SVG may be so high")
    with_words = [element for element in root.iter(f"{{{SVG}}}text") if element.text]
    fonts = root.get("font-family", "")
    if len({drawn(TRIAL.format(fonts=fonts, text=text), 1) for text in ("", "A")}) == 1:
        raise FigureError("There is no font for the words of a PNG: install one, DejaVu for instance")
    for element in with_words:
        text = element.text or ""
        if text_width(text) > len(text) or SIGN.search(text):
            element.set("font-family", WIDE if text_width(text) > len(text) else SIGNS)
    return marked(drawn(ET.tostring(root, encoding="unicode"), zoom))


def drawn(svg: str, zoom: int) -> bytes:
    """Return a drawing as PNG, with `zoom` pixels for a unit."""
    return bytes(resvg().svg_to_bytes(svg_string=svg, zoom=zoom))


def marked(data: bytes) -> bytes:
    """Return a PNG that says who has made it, behind its header, which has 33 bytes (PNG specification, 11.3.3)."""
    chunk = len(MARK[4:]).to_bytes(4) + MARK + zlib.crc32(MARK).to_bytes(4)
    return data[:33] + chunk + data[33:]
