"""A page as it is read without a style sheet: in a reader mode, in an epub, aloud."""
from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from selectolax.lexbor import LexborHTMLParser

from tests.support.site.pages import Page

MARKS = re.compile(r"\[DEL:|<del\b|<a class=\"moved\"[^>]*>[^<]")
"""Unwelcome marks: many show a <del> as [DEL: … :DEL]; where a section has gone is for old addresses."""
MOST = 0.04
"""The share of lines of listings that may be read a second time."""
MODULE = re.compile(r'<div class="code module[^>]* data-listing="([^"]+)".*?<pre>(.*?)</pre>', re.DOTALL)


def lines(code: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of the code of a module that are read, but for empty ones, with their numbers in the file."""
    tree = LexborHTMLParser(code.replace("<i></i>", "\v").replace("<b></b>", "\v" * 10))
    for hidden in tree.css("[hidden]"):
        hidden.replace_with("\v" * hidden.text().count("\v"))
    text = tree.body.text() if tree.body else ""
    yield from ((number, row.strip("\n")) for number, row in enumerate(text.split("\v")) if row.strip())


def complaints(pages: Iterable[Page]) -> list[str]:
    """Complain about texts that a reader of a book as text should not meet."""
    found, all_lines, again, before = list[str](), 0, Counter[str](), defaultdict[str, set[tuple[int, str]]](set)
    for page in pages:
        found += [f"{page}: {said[0]}" for said in MARKS.finditer(page.text)]
        for name, code in MODULE.findall(page.text):
            here = list(lines(code))
            all_lines += len(here)
            again[f"{page.name}: {name}"] += len(before[name].intersection(here))
            before[name].update(here)
    if again.total() > MOST * all_lines:
        worst = ", ".join(f"{page} ({number})" for page, number in again.most_common(5))
        share = again.total() / all_lines
        found.append(f"{share:.1%} of the lines of listings come again, {MOST:.0%} may: {worst}")
    return found
