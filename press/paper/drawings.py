"""Write into each drawing of a document how it looks, and how large it is."""
from __future__ import annotations

import re

from press.paper.book import PaperError
from press.paper.looks import FURO, SheetError, alone
from whoruns.drawing.svg import WIDTH

THEME = FURO | {
    "--font-stack": "Noto Sans, Noto Sans CJK SC, Noto Sans Symbols2",
    "--font-stack--monospace": "Noto Sans Mono, Noto Sans Mono CJK SC, Noto Sans Symbols2",
}
WIDEST, TALLEST = 378, 590
"""CSS pixels: how large a drawing may be, so that its question and its caption have room on the page, too."""


def dressed(document: str) -> str:
    """Return a document whose drawings need no style sheet; raise PaperError if the sheet cannot be read."""
    try:
        return re.sub(r'(?s)(?<=<div class="drawing">)<svg.*?</svg>', lambda found: sized(found[0]), document)
    except SheetError as error:
        raise PaperError(str(error)) from error


def sized(svg: str) -> str:
    """Return a drawing that stands for itself, as large as there is room."""
    drawn = alone(svg.replace("&nbsp;", "\u00a0"), THEME)
    found = re.match(r'<svg [^>]*viewBox="0 0 \S+ (\S+)"', drawn)
    assert found, "a drawing has a viewBox"
    scale = min(WIDEST / WIDTH, TALLEST / float(found[1]))
    size = f"width: {WIDTH * scale:.1f}px; height: {float(found[1]) * scale:.1f}px"
    return drawn.replace("<svg ", f'<svg style="{size}" ', 1)
