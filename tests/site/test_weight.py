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
from whoruns.tests.complaints import none

PAGE, FILES, PAPER, PANEL, SEARCH, LONGER = 30_150, 23_200, 1_500, 11_000, 154_000, 1.25
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
LISTINGS = 31_800
"""Bytes of HTML that the list of all listings may have."""


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


def allowed(language: str, name: str) -> int:
    """Return how heavy the HTML of a page may be."""
    if language == "en":
        return LISTINGS if name == "where-is-what" else PAGE
    return max(PAGE, int(LONGER * packed(HTML / pages("en")[name].path)))


def heavy_search(folder: Path) -> list[str]:
    """Complain about an index that is too heavy."""
    weight = packed(folder / "search.js")
    remedy = "leave out more words in press/search/index.py (FAINT, SELDOM)"
    return [f"{weight} bytes of the search, {SEARCH} are allowed: {remedy}"] if weight > SEARCH else []


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_and_search_are_light_and_nothing_else_is_published(language: str) -> None:
    book = pages(language).items()
    none(f"{page}: {said}" for name, page in book for said in too_heavy(HTML / page.path, allowed(language, name)))
    none(heavy_search(HTML / language / FOLDER))
    names = {path.relative_to(HTML / language).as_posix() for path in (HTML / language).rglob("*")} - {NAME}
    assert not [name for name in names if name.endswith((".map", ".bak", ".png", ".txt"))]
    assert not names & set(UNUSED)


def test_what_is_heavy_is_named(tmp_path: Path) -> None:
    noise = "".join(f"{number * number * 7919 % 999983:x}" for number in range(20_000))
    files = {"a.css": "p { background: url(c.svg); }", "b.js": noise[:20_000], "c.svg": noise, "p.js": "", "q.css": ""}
    (tmp_path / "_static").mkdir()
    for name, text in {**files, "_static/v.js": noise[:20_000]}.items():
        (tmp_path / name).write_text(text)
    path, panel = tmp_path / "a.html", 'data-style="q.css?v=1" data-words="p.js" data-script="{}?v=1"'
    for html, complaint in {
        '<link rel="stylesheet" href="q.css?v=1"><script src="p.js"></script>': "",
        f"<p>{noise[:60_000]}": f"bytes of HTML, {PAGE} are allowed: move an idea",
        '<link rel="stylesheet" href="a.css?v=1"><script src="p.js"></script>': "bytes besides the HTML, 23200 are all",
        f'<template id="panel" {panel.format("p.js")}></template>': "",
        f'<template id="panel" {panel.format("b.js")}></template>': f"bytes of the panel, {PANEL} are allowed",
        '<link rel="stylesheet" media="print" href="b.js?v=1">': "bytes of style for paper, 1500 are allowed",
        '<i data-vary="_static/v.js"></i>': f"bytes of a figure that can be varied, {VARIED} are allowed",
    }.items():
        path.write_text(html)
        assert complaint in "\n".join(found := too_heavy(path, PAGE)) and len(found) == bool(complaint), html
    path.write_text('<link rel="stylesheet" href="a.css?v=1"><script src="p.js"></script>')
    assert {file.name for file in loaded(path)} == {"a.css", "p.js", "c.svg"}
    (tmp_path / "search.js").write_bytes(random.Random(1).randbytes(SEARCH))
    (complaint,) = heavy_search(tmp_path)
    assert "bytes of the search, 154000 are allowed: leave out" in complaint


def test_a_translation_may_be_a_quarter_heavier() -> None:
    heaviest = max(pages("en"), key=lambda name: packed(HTML / pages("en")[name].path))
    assert allowed("pl", heaviest) == int(1.25 * packed(HTML / pages("en")[heaviest].path)) > PAGE
    assert allowed("pl", "sources") == allowed("en", "sources") == PAGE
