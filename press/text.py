"""Text in columns: its width, its lines, and its invisible characters."""
from __future__ import annotations

from unicodedata import category

from whoruns.text import at_spaces, fill, text_width

WIDTH = 79
"""Columns that a line of a listing may have, after translation too."""


def too_wide(text: str, width: int = WIDTH) -> tuple[int, int] | None:
    """Return (line, columns) of the first line that is too wide, or None."""
    for number, line in enumerate(text.splitlines(), 1):
        if (wide := text_width(line)) > width:
            return number, wide
    return None


def wrap(text: str, count: int, budget: int) -> list[str] | None:
    """Break the text into `count` lines of at most `budget` columns, as even as can be.

    A no-break space keeps its neighbours together and becomes a space. None if it does not fit.
    """
    for limit in range(text_width(text) // count, budget + 1):
        out = [line.replace("\u00a0", " ") for line in fill(at_spaces(text), limit, text_width)]
        if len(out) <= count and max(map(text_width, out)) <= budget:
            return out + [""] * (count - len(out))
    return None


def invisible(text: str) -> str:
    """Return the invisible characters of a text; a no-break space is not among them."""
    return "".join(char for char in text if category(char) in ("Cc", "Cf", "Zl", "Zp"))
