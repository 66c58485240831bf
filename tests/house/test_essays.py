"""ESSAYS.md says truly where the book covers what the five essays teach."""
from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from press.catalogue import ROOT, Listing

PLANNED = {
    "S0": [*range(21, 40), 45, 47, 48], "S1": [4, *range(8, 19)], "S2": range(7, 14),
    "S3": [*range(3, 10), 11, 12, 14], "S4": [16, 20, 21],
    "B0": range(17, 39), "B1": range(3, 15), "B2": range(1, 12), "B3": [*range(3, 13), *range(14, 21)],
    "B4": [7, 8, 9, 13, 24],
}
"""Items that chapters 3 to 6 are to cover."""


class Row(NamedTuple):
    """A row of the table, and its line."""

    line: int
    page: str
    items: list[str]
    section: str
    listings: list[str]


def rows(text: str) -> Iterator[Row]:
    """Read the tables."""
    page = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("## "):
            page = line[3:]
        elif re.match(r"\| [SB]\d-", line):
            items, _what, section, listings = (cell.strip() for cell in line.strip("|").split("|"))
            yield Row(number, page, items.split(", "), section, re.findall(r"[\w.]+", listings))


def problems(row: Row) -> list[str]:
    """Say what is not so."""
    path = ROOT / "docs" / f"{row.page}.md"
    if not path.is_file():
        return [f"ESSAYS.md:{row.line}: there is no page {row.page}"]
    sections = dict(re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", path.read_text("utf-8"), re.MULTILINE))
    if row.section not in sections:
        return [f"ESSAYS.md:{row.line}: {row.page} has no section {row.section!r}; it has: {', '.join(sections)}"]
    text = "".join(sections.values())
    found = [name for name in row.listings if not Listing(name, ROOT).module.is_file() or f"}} {name}\n" not in text]
    return [f"ESSAYS.md:{row.line}: {row.page} does not show {name}" for name in found]


def test_each_item_is_where_the_table_says() -> None:
    found = [problem for row in rows((ROOT / "ESSAYS.md").read_text("utf-8")) for problem in problems(row)]
    assert not found, "\n".join(found)


def test_every_planned_item_is_in_the_table_once() -> None:
    items = [item for row in rows((ROOT / "ESSAYS.md").read_text("utf-8")) for item in row.items]
    assert len(items) == len(set(items))
    assert sorted(items) == sorted(f"{group}-{number:02}" for group, numbers in PLANNED.items() for number in numbers)


@pytest.mark.parametrize(
    ("page", "section", "listing", "complaint"),
    [
        ("waiting/nowhere", "The main loop", "mainloop.loop", "no page"),
        ("waiting/who-is-ready", "The best loop", "mainloop.loop", "no section 'The best loop'; it has: Asking every"),
        ("waiting/who-is-ready", "The main loop", "mainloop.swimming_pool", "does not show mainloop.swimming_pool"),
        ("waiting/who-is-ready", "The main loop", "clocks.heap", "does not show clocks.heap"),
    ],
)
def test_a_row_that_is_wrong_is_named(page: str, section: str, listing: str, complaint: str) -> None:
    (row,) = rows(f"## {page}\n| S0-01, B0-02 | what | {section} | {listing} |\n")
    assert row.items == ["S0-01", "B0-02"]
    (found,) = problems(row)
    assert "ESSAYS.md:2" in found
    assert complaint in found
