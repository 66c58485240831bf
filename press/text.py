"""Text in columns: how wide it is, how it is broken into lines, and what in it cannot be seen."""
from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category, combining, east_asian_width

WIDTH = 79
"""Columns that a line of a listing may have, after translation too."""

CLOSING, OPENING = "，。、；：？！）》」』”’…", "（《「『“‘"
"""What may not begin, and what may not end, a line of Chinese text."""


def too_wide(text: str, width: int = WIDTH) -> tuple[int, int] | None:
    """Return (line, columns) of the first line that is too wide, or None."""
    for number, line in enumerate(text.splitlines(), 1):
        if (wide := columns(line)) > width:
            return number, wide
    return None


def columns(text: str) -> int:
    """Count the columns: a Chinese character takes two."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def wrap(text: str, count: int, budget: int) -> list[str] | None:
    """Break the text into `count` lines of at most `budget` columns, as even as can be.

    A no-break space keeps its neighbours together and becomes a space. None if it does not fit.
    """
    for limit in range(columns(text) // count, budget + 1):
        out = [""]
        for piece in _pieces(text):
            if out[-1] and columns((out[-1] + piece).rstrip()) > limit:
                out.append("")
            out[-1] += piece
        out = [line.rstrip().replace("\u00a0", " ") for line in out]
        if len(out) <= count and max(map(columns, out)) <= budget:
            return out + [""] * (count - len(out))
    return None


def _pieces(text: str) -> Iterator[str]:
    """Cut the text wherever a line may be broken."""
    piece = ""
    for before, char in zip(" " + text, text):
        wide = 2 in (columns(before), columns(char))
        if before == " " or (wide and before not in OPENING and char not in CLOSING + " \u00a0"):
            if piece:
                yield piece
            piece = ""
        piece += char
    yield piece


def invisible(text: str) -> str:
    """Return the characters of a text that nobody could see; a no-break space is not among them."""
    return "".join(char for char in text if category(char) in ("Cc", "Cf", "Zl", "Zp"))
