"""What the front page says of the book, in numbers, and what a link to a page shows."""
from __future__ import annotations

import re

import pytest

from press.catalogue import ROOT
from press.commands.preview import document, mark
from press.contents import chapters
from press.links.preview import FOLDER
from tests.support.budgets import running
from tests.support.site.pages import HTML, LANGUAGES, SITE

WORDS, LINES = 160, 17
"""How many words, and how many lines of listings, a reader reads in a minute: readings were timed, 12 hours in all."""
HEAVY = 60_000
"""Bytes that are too much for a picture of a link."""


def minutes(page: str) -> float:
    """Return how long a chapter takes."""
    words = sum(section.words for section in running((ROOT / f"docs/{page}.md").read_text("utf-8")))
    lines = [line for code in SITE.pages("en")[page].css(".code.module pre") for line in code.text().splitlines()]
    return words / WORDS + len(list(filter(str.strip, lines))) / LINES


def way(cell: str) -> list[str]:
    """Return the chapters of a way, such as "3, 8, 10 to 13"."""
    spans = [list(map(int, re.findall(r"\d+", part))) for part in cell.split(",")]
    return [chapters(ROOT)[number - 1] for span in spans for number in range(span[0], span[-1] + 1)]


def hours(cell: str) -> float:
    """Return how many hours "1½" are."""
    return int(cell.strip("½")) + ("½" in cell) / 2


def test_the_front_page_counts_the_chapters() -> None:
    told = re.findall(r"(\d+) short chapters", (ROOT / "docs/index.md").read_text("utf-8"))
    assert told == [str(len(chapters(ROOT)))]
    times = sorted(map(minutes, chapters(ROOT)))
    assert times[len(times) * 3 // 4] <= 30, "most take half an hour or less"


def test_a_way_takes_as_long_as_its_chapters() -> None:
    rows = SITE.page("en/index.html").css(".front ~ .table-wrapper tbody tr")
    told = {name: (cell, said) for name, cell, said in ([cell.text() for cell in row.css("td")] for row in rows)}
    assert len(told) > 6
    for name, (cell, said) in told.items():
        real = sum(map(minutes, way(cell))) / 60
        assert abs(hours(said) - real) <= max(0.4, real / 20), f"{name}: {said} hours, and its chapters take {real:.1f}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_of_a_link_shows_the_front_page(language: str) -> None:
    picture, shown = (FOLDER / f"{language}.png").read_bytes(), document(HTML, language)
    assert mark(shown) in picture, f"{language}.png is stale: make preview LANG={language}, look at it, and commit it"
    assert mark(shown.replace("number=1", "number=2")) not in picture
    assert len(picture) < HEAVY


@pytest.mark.parametrize("path", ["index.html", *(f"{language}/{page}.html" for language in LANGUAGES for page in (
    "index", "loop/sockets", "glossary"))])
def test_a_link_has_title_description_and_picture(path: str) -> None:
    metas = SITE.page(path).css("meta[property]")
    said = {str(meta.attributes["property"]): str(meta.attributes["content"]) for meta in metas}
    assert all(said.values()) and {"og:title", "og:description", "og:locale", "og:image:alt"} < said.keys()
    assert SITE.file(said["og:image"])[1], "the address is absolute, and the picture is there"
