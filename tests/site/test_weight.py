"""What a reader has to load, packed: a page, and all that comes before a click."""
from __future__ import annotations

import functools
import gzip
import random
import re
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from press.links.preview import NAME
from press.search.building import FOLDER
from press.theme.files import UNUSED
from tests.support.site.pages import HTML, LANGUAGES, pages

PAGE, FILES, PAPER, PANEL, SEARCH, LONGER = 30_150, 23_200, 1_500, 10_800, 154_000, 1.25
"""Bytes: of the HTML of a page, of its style sheets, scripts and icons, of the sheet for paper, for which no browser
waits, of the panel's, which come when a figure does, and of the search's, which come when somebody searches. A
translation, in letters of two or three bytes, may be heavier than a page if it is at most so many times as heavy as
the English one."""

VARIED = 6_000
"""Bytes that a page loads because its figures can be varied, before a reader does so."""
WORKBENCH = 29_700
"""Bytes of files that the workbench may load: its page is the tool itself, and loses nobody's text to another tab."""
FRONT = 24_900
"""Bytes of files that the front page may load: half as much HTML as a chapter, and the looks of its first screen."""
EXCEPTIONS: dict[str, tuple[int, str]] = {"where-is-what": (30_850, "a list of all listings")}
"""English pages that may be heavier: how many bytes of HTML, and why."""
SLACK = 500
"""Bytes that the limit of such a page may be above what it weighs."""


def packed(path: Path) -> int:
    """Return how many bytes go over the wire."""
    return _packed(path.read_bytes())


@functools.cache
def _packed(data: bytes) -> int:
    return len(gzip.compress(data, 9))


@functools.lru_cache(maxsize=1)  # three ask of each page
def tree(html: str) -> LexborHTMLParser:
    """Return what a parser makes of a page."""
    return LexborHTMLParser(html)


def loaded(path: Path) -> set[Path]:
    """Return the files that a browser loads with a page, before anybody clicks; what is for paper comes last."""
    elements = tree(path.read_text("utf-8")).css(
        "link[rel=stylesheet]:not([media=print]), link[rel~=icon], script[src]"
    )
    addresses = (str(each.attributes.get("href") or each.attributes.get("src")) for each in elements)
    found = {path.parent / address.partition("?")[0] for address in addresses}
    styles = [sheet for sheet in found if sheet.suffix == ".css"]
    found |= {sheet.parent / url for sheet in styles for url in re.findall(r"url\(([^)]+)\)", sheet.read_text("utf-8"))}
    return {file.resolve() for file in found}


def paper(path: Path) -> int:
    """Return how many bytes the style sheet is that a page has on paper."""
    found = tree(path.read_text("utf-8")).css("link[rel=stylesheet][media=print]")
    return sum(packed(path.parent / str(each.attributes["href"]).partition("?")[0]) for each in found)


def panel(path: Path) -> int:
    """Return how many bytes a browser loads for the panel of a page."""
    found = tree(path.read_text("utf-8")).css_first("template#panel")
    addresses = [str(found.attributes[name]) for name in ("data-style", "data-words", "data-script")] if found else []
    return sum(packed(path.parent / address.partition("?")[0]) for address in addresses)


def varied(path: Path) -> int:
    """Return how many bytes a page loads for figures that can be varied, before somebody does so, by the figure."""
    html = path.read_text("utf-8")
    boxes = re.findall(r'(?s)<div class="vary".*?</p>\n</div>\n', html)
    without = functools.reduce(lambda text, box: text.replace(box, ""), boxes, html)
    scripts = re.findall(r'data-(?:figure|vary)="((?:[^"?]+/)?_static/[^"?]+)', html)
    return packed(path) - _packed(without.encode()) + sum(packed(path.parent / address) for address in scripts)


def too_heavy(path: Path, limit: int) -> list[str]:
    """Complain about a page whose HTML is heavier than the limit, or that loads too much."""
    page, files = packed(path), {file.name: packed(file) for file in loaded(path)}
    found = []
    if page > limit:
        found.append(f"{page} bytes of HTML, {limit} are allowed: move an idea to another page, with its listing")
    most = {"workbench.html": WORKBENCH, "index.html": FRONT}.get(path.name, FILES)
    if sum(files.values()) > most:
        found.append(f"{sum(files.values())} bytes besides the HTML, {most} are allowed: {files}")
    if (more := paper(path)) > PAPER:
        found.append(f"{more} bytes of style for paper, {PAPER} are allowed")
    if (more := panel(path)) > PANEL:
        found.append(f"{more} bytes of the panel, {PANEL} are allowed")
    if (more := varied(path)) > VARIED:
        found.append(f"{more} bytes of a figure that can be varied, {VARIED} are allowed before somebody does so")
    return found


def loose(limit: int, page: int) -> list[str]:
    """Complain about the limit of a page that needs no exception, or one that is not so high."""
    where = "in tests/site/test_weight.py"
    if page <= PAGE:
        return [f"{page} bytes of HTML: take it out of EXCEPTIONS {where}"]
    return [f"{page} bytes of HTML: bring its limit {where} down from {limit}"] if limit > page + SLACK else []


def allowed(language: str, name: str) -> int:
    """Return how heavy the HTML of a page may be."""
    if language == "en":
        return EXCEPTIONS[name][0] if name in EXCEPTIONS else PAGE
    return max(PAGE, int(LONGER * packed(HTML / pages("en")[name].path)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_light(language: str) -> None:
    heavy = {page: too_heavy(HTML / page.path, allowed(language, name)) for name, page in pages(language).items()}
    assert not any(heavy.values()), "\n".join(f"{page}: {said}" for page in heavy for said in heavy[page])


def heavy_search(folder: Path) -> list[str]:
    """Complain about an index that is too heavy."""
    weight = packed(folder / "search.js")
    remedy = "leave out more words in press/search/index.py (FAINT, SELDOM)"
    return [f"{weight} bytes of the search, {SEARCH} are allowed: {remedy}"] if weight > SEARCH else []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_search_is_light(language: str) -> None:
    assert heavy_search(HTML / language / FOLDER) == []


def test_an_exception_is_needed() -> None:
    found = {name: loose(limit, packed(HTML / pages("en")[name].path)) for name, (limit, _why) in EXCEPTIONS.items()}
    assert not any(found.values()), found


def test_a_heavy_page_is_named(tmp_path: Path) -> None:
    noise = "".join(f"{number * number * 7919 % 999983:x}" for number in range(20_000))
    head = '<link rel="stylesheet" href="a.css?v=1"><script src="b.js"></script>'
    (tmp_path / "a.html").write_text(f"{head}<p>{noise[:20_000]}")
    (tmp_path / "a.css").write_text("p { background: url(c.svg); }")
    (tmp_path / "b.js").write_text("")
    (tmp_path / "c.svg").write_text("")
    assert {file.name for file in loaded(tmp_path / "a.html")} == {"a.css", "b.js", "c.svg"}
    assert not too_heavy(tmp_path / "a.html", PAGE)
    (complaint,) = too_heavy(tmp_path / "a.html", 9_000)
    assert "bytes of HTML, 9000 are allowed: move an idea" in complaint
    (tmp_path / "c.svg").write_text(noise)
    (complaint,) = too_heavy(tmp_path / "a.html", PAGE)
    assert "bytes besides the HTML, 23200 are allowed: {" in complaint and "'c.svg'" in complaint
    addresses = 'data-style="a.css?v=1" data-words="a.css" data-script="b.js?v=1"'
    (tmp_path / "a.html").write_text(f'<template id="panel" {addresses}></template>')
    assert not too_heavy(tmp_path / "a.html", PAGE)
    (tmp_path / "b.js").write_text(noise[:20_000])
    (complaint,) = too_heavy(tmp_path / "a.html", PAGE)
    assert complaint.endswith(f"bytes of the panel, {PANEL} are allowed")
    (tmp_path / "a.html").write_text('<link rel="stylesheet" media="print" href="b.js?v=1">')
    assert loaded(tmp_path / "a.html") == set()
    (complaint,) = too_heavy(tmp_path / "a.html", PAGE)
    assert complaint.endswith("bytes of style for paper, 1500 are allowed")
    (tmp_path / "search.js").write_bytes(random.Random(1).randbytes(SEARCH))
    (complaint,) = heavy_search(tmp_path)
    assert "bytes of the search, 154000 are allowed: leave out" in complaint


def test_a_limit_is_tight() -> None:
    page = PAGE + 1
    assert loose(page + SLACK, page) == []
    (complaint,) = loose(page + SLACK + 1, page)
    assert "30151 bytes of HTML: bring its limit in tests/site/test_weight.py down from 30652" in complaint
    (complaint,) = loose(page, PAGE)
    assert "30150 bytes of HTML: take it out of EXCEPTIONS" in complaint


def test_a_translation_may_be_a_quarter_heavier() -> None:
    heaviest = max(pages("en"), key=lambda name: packed(HTML / pages("en")[name].path))
    assert allowed("pl", heaviest) == int(1.25 * packed(HTML / pages("en")[heaviest].path)) > PAGE
    assert allowed("pl", "sources") == allowed("en", "sources") == PAGE


def test_nothing_is_published_that_no_page_loads() -> None:
    for language in LANGUAGES:
        names = {path.relative_to(HTML / language).as_posix() for path in (HTML / language).rglob("*")} - {NAME}
        assert not [name for name in names if name.endswith((".map", ".bak", ".png", ".txt"))]
        assert not names & set(UNUSED)
