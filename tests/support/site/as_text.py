"""A page as it is read without a style sheet: in a reader mode, in an epub, aloud."""
from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import unescape

from tests.support.site.pages import Page

MARKS = re.compile(r"\[DEL:|<del\b|<a class=\"moved\"[^>]*>[^<]")
"""Unwelcome marks: many show a <del> as [DEL: … :DEL]; where a section has gone is for old addresses."""
MOST = 0.04
"""The share of lines of listings that may be read a second time."""
MODULE = re.compile(r'<div class="code module[^>]* data-listing="([^"]+)".*?<pre>(.*?)</pre>', re.DOTALL)
TOKEN = re.compile(r"<(/?)(\w+)([^>]*)>|\n|[^\n<]+")


def lines(code: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of the code of a module that are read, but for empty ones, with their numbers in the file."""
    number, line, inside = 0, "", list[bool]()
    for token in TOKEN.finditer(code):
        end, tag, attributes = token.groups()
        if tag == "i":
            number += not end
        elif tag == "b":
            number += 0 if end else 10
        elif tag and end:
            inside.pop()
        elif tag:
            inside.append(" hidden" in attributes)
        elif any(inside):
            line = ""
        elif token[0] == "\n":
            if line.strip():
                yield number, unescape(line)
            line = ""
        else:
            line += token[0]


@dataclass
class Met:
    """The lines of listings that a reader of a book meets."""

    lines: int = 0
    again: Counter[str] = field(default_factory=Counter)
    """How many lines of a listing were read before, by page and listing."""

    @property
    def share(self) -> float:
        """The share of lines that were read before."""
        return self.again.total() / max(1, self.lines)


def met(pages: Iterable[Page]) -> Met:
    """Go through the listings of a book, page by page; a line of a file is read once if it is read at one place."""
    found, before = Met(), defaultdict[str, set[tuple[int, str]]](set)
    for page in pages:
        for name, code in MODULE.findall(page.text):
            here = list(lines(code))
            found.lines += len(here)
            if again := len(before[name].intersection(here)):
                found.again[f"{page.name}: {name}"] += again
            before[name].update(here)
    return found


def complaints(pages: Iterable[Page]) -> list[str]:
    """Complain about texts that a reader of a book as text should not meet."""
    given = list(pages)
    found = [f"{page}: {said[0]}" for page in given if (said := MARKS.search(page.text))]
    listings = met(given)
    if listings.share > MOST:
        worst = ", ".join(f"{page} ({number})" for page, number in listings.again.most_common(5))
        found.append(f"{listings.share:.1%} of the lines of listings come again, {MOST:.0%} may: {worst}")
    return found
