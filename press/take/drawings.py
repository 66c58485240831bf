"""Drawings as files of their own, which need no style sheet: in the colours of the book's pages.

WeasyPrint does not let the style sheets of a page into its drawings.
"""
from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import press
import whoruns.page
from whoruns.formats import alone as formats

SHEETS = (
    Path(press.__file__).parent / "theme/static/book.css", Path(whoruns.page.__file__).parent / "static/figures.css",
)
FURO = {
    "--color-foreground-primary": "#000", "--color-foreground-secondary": "#5a5c63",
    "--color-foreground-muted": "#6b6f76", "--color-background-primary": "#fff", "--color-background-border": "#ddd",
    "--font-stack": "sans-serif", "--font-stack--monospace": "monospace",
}
"""The variables of Furo that drawings ask for."""


def alone(svg: str, theme: dict[str, str] = FURO) -> str:
    """Return a drawing of a page as one that stands for itself; its names in style sheets are gone.

    `theme` has the variables that hold around it. Raise SheetError for a value in the sheets that cannot be written.
    """
    return formats.alone(svg, "".join(path.read_text("utf-8") for path in SHEETS), theme)


def described(svg: str) -> str:
    """Return the title and the description of a drawing, in one line."""
    root = ET.fromstring(svg)
    return " – ".join(filter(None, (root.findtext("title"), root.findtext("desc"))))
