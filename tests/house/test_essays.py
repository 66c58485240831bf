"""essays.md says truly where the book covers what the five essays teach."""
from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from press.catalogue import ROOT
from whoruns.tests.complaints import none

PAGE = ROOT / "tests/house/essays.md"


class Row(NamedTuple):
    """A row of the table, and its line; `beside` are the listings in brackets."""

    line: int
    page: str
    items: list[str]
    section: str
    listings: list[str]
    beside: list[str]


def rows(text: str) -> Iterator[Row]:
    """Read the tables."""
    page = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("## "):
            page = line[3:]
        elif re.match(r"\| [SB]\d-", line):
            items, _what, section, listings = (cell.strip() for cell in line.strip("|").split("|"))
            shown, _bracket, beside = listings.partition("(")
            names = (re.findall(r"[\w.]+", part) for part in (shown, beside))
            yield Row(number, page, items.split(", "), section, *names)


def problems(row: Row) -> list[str]:
    """Say what is not so."""
    path = ROOT / "docs" / f"{row.page}.md"
    if not path.is_file():
        return [f"{PAGE.name}:{row.line}: there is no page {row.page}"]
    sections = dict(re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", path.read_text("utf-8"), re.MULTILINE))
    if row.section not in sections:
        return [f"{PAGE.name}:{row.line}: {row.page} has no section {row.section!r}; it has: {', '.join(sections)}"]
    places = [*((name, row.section) for name in row.listings), *((name, "") for name in row.beside)]
    return [
        f"{PAGE.name}:{row.line}: {section or row.page} does not show {name}"
        for name, section in places
        if f"}} {name}\n" not in sections.get(section, "".join(sections.values()))
    ]


def test_each_item_is_where_the_table_says() -> None:
    found = [problem for row in rows(PAGE.read_text("utf-8")) for problem in problems(row)]
    none(found)


def twice(text: str) -> list[str]:
    """Return the items that have two rows."""
    lines: dict[str, int] = {}
    return [
        f"{PAGE.name}:{row.line}: {item} is in line {lines[item]} already"
        for row in rows(text)
        for item in row.items
        if lines.setdefault(item, row.line) != row.line
    ]


def test_no_item_is_in_the_table_twice() -> None:
    none(twice(PAGE.read_text("utf-8")))


def test_an_item_that_is_there_twice_is_named() -> None:
    row = "| S0-01, S0-02 | what | section | |\n"
    assert twice(row + row.replace("S0-01", "S0-03")) == ["essays.md:2: S0-02 is in line 1 already"]


@pytest.mark.parametrize(
    ("page", "section", "listing", "complaint"),
    [
        ("waiting/nowhere", "The main loop", "mainloop.loop", "no page"),
        ("loop/who-is-ready", "The best loop", "readiness.small", "no section 'The best loop'; it has: Asking "),
        ("loop/who-is-ready", "Asking everybody", "readiness.pool", "does not show readiness.pool"),
        ("loop/who-is-ready", "Asking everybody", "(clocks.heap)", "who-is-ready does not show clocks.heap"),
        ("loop/who-is-ready", "Asking everybody", "readiness.small", "Asking everybody does not show"),
    ],
)
def test_a_row_that_is_wrong_is_named(page: str, section: str, listing: str, complaint: str) -> None:
    (row,) = rows(f"## {page}\n| S0-01, B0-02 | what | {section} | {listing} |\n")
    assert row.items == ["S0-01", "B0-02"]
    (found,) = problems(row)
    assert "essays.md:2" in found
    assert complaint in found
