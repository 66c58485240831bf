"""Text in columns: how wide it is, and how it is broken into lines."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from unicodedata import combining, east_asian_width

from whoruns.events import CANCELLED

CLOSING, OPENING = "，。、；：？！）》」』”’…", "（《「『“‘"
"""Signs that may not begin, and signs that may not end, a line of Chinese text."""

LONG = 300
"""So many characters of a call, or of a place that is called like one, are said."""

Width = Callable[[str], float]
"""How wide a text is, in some unit."""
Cut = Callable[[str], Iterable[str]]
"""Cuts a text wherever a line may be broken."""


def text_width(text: str) -> int:
    """Count the columns: a Chinese character takes two."""
    if text.isascii():
        return len(text)
    return sum(map(columns, text))


@cache
def columns(char: str) -> int:
    """Count the columns of one character."""
    return 0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1


def brief(text: str) -> str:
    """Return a text that stands for a long one: its beginning."""
    return text if len(text) <= LONG else text[: LONG - 2] + " …"


def break_lines(text: str, room: float, width: Width, prose: bool = True) -> list[str]:
    """Break a text with code in it into lines at most `room` wide: where it reads best, or where it must be.

    Text that is no prose is broken as in a terminal: between words, or in a word that is too wide.
    """

    def fitting(parts: Iterable[str], cuts: Sequence[Cut]) -> Iterator[str]:
        for part in parts:
            fits = not cuts or width(part.rstrip()) <= room
            yield from [part] if fits else fitting(cuts[0](part), cuts[1:])

    ways: list[Cut] = [phrases, brackets, at_spaces, list] if prose else [at_spaces, list]
    return [line for line in fill(fitting([text], ways), room, width) if line]


def fill(parts: Iterable[str], room: float, width: Width) -> list[str]:
    """Put parts of a text into lines at most `room` wide; a part that is wider has a line of its own."""
    found = [""]
    for part in parts:
        if found[-1] and width(found[-1] + part.rstrip()) > room:
            found.append("")
        found[-1] += part if found[-1] else part.lstrip(" ")
    return [line.rstrip() for line in found]


def phrases(text: str) -> list[str]:
    """Cut a text between words, but not within quotes or <...>, nor behind a cross."""
    found = [""]
    for word in at_spaces(text):
        part = found[-1]
        inside = part.count("'") % 2 or part.count('"') % 2 or part.count("<") > part.count(">")
        inside = inside or (part.startswith(CANCELLED) and not part.endswith(", "))
        found[-1:] = [part + word] if inside or not part else [part, word]
    return found


def brackets(text: str) -> list[str]:
    """Cut a text behind opening brackets, but not within quotes."""
    found = [""]
    for part in re.split(r"(?<=\()", text):
        inside = found[-1].count("'") % 2 or found[-1].count('"') % 2
        found[-1:] = [found[-1] + part] if inside or not found[-1] else [found[-1], part]
    return found


def at_spaces(text: str) -> list[str]:
    """Cut a text behind spaces, and between Chinese characters where a line may be broken."""
    found = [""]
    for before, char in zip(" " + text, text):
        wide = 2 in (columns(before), columns(char))
        if before == " " or (wide and before not in OPENING and char not in CLOSING + " \u00a0"):
            found.append("")
        found[-1] += char
    return [word for word in found if word]
