"""A recording as one file of SVG, which any program that knows SVG shows."""
from __future__ import annotations

from whoruns.formats.alone import alone
from whoruns.page import page

SANS = "Helvetica, Arial, Liberation Sans, Noto Sans, DejaVu Sans, sans-serif"
MONO = "Menlo, Consolas, Liberation Mono, Noto Sans Mono, DejaVu Sans Mono, monospace"
FONTS = f".drawing {{ --font-stack: {SANS}; --font-stack--monospace: {MONO}; }}"
"""One of these is on each system. A program for SVG need not know which font the words "sans-serif" mean."""
MARK = "<metadata>whoruns</metadata>"
"""The mark of such a file."""


def svg(drawing: str) -> str:
    """Return the drawing of a page (``Figure["svg"]``) as the text of a file."""
    sheets = "".join(path.read_text("utf-8") for path in page.STYLES)
    return alone(drawing, sheets + FONTS, {}).replace("</desc>", f"</desc>{MARK}", 1) + "\n"
