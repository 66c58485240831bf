"""What a reader has to load, packed: a page, and all that comes before a click."""
from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from press.site.files import UNUSED
from tests.support.site.pages import HTML, LANGUAGES, pages

PAGE, ALL = 30_000, 55_000
"""Bytes: of the HTML, and with style sheets, scripts and icons."""

LETTERS = "the English page has ten listings, three runs and 30,000 bytes; letters outside ASCII take two or three"
FIGURES = "ten listings, two runs, of which one has eight lanes, a conversation, and a drawing of who holds whom"
WHOLE = "ten listings, three runs, a conversation, and a kernel in pieces and in one piece"
EXCEPTIONS = {
    "en/kernel/a-whole-kernel": (30_400, WHOLE),
    "en/tasks/tasks": (33_300, FIGURES),
    "pl/callbacks/the-callback-loop": (33_100, LETTERS),
    "pl/callbacks/time": (32_400, LETTERS),
    "pl/kernel/a-whole-kernel": (33_100, WHOLE),
    "pl/kernel/stopping": (32_800, LETTERS),
    "pl/tasks/tasks": (36_700, FIGURES),
    "pl/waiting/the-main-loop": (31_800, LETTERS),
    "ru/callbacks/the-callback-loop": (35_800, LETTERS),
    "ru/callbacks/time": (35_000, LETTERS),
    "ru/kernel/a-whole-kernel": (36_100, WHOLE),
    "ru/kernel/stopping": (35_200, LETTERS),
    "ru/tasks/tasks": (39_600, FIGURES),
    "ru/together/nurseries": (30_700, LETTERS),
    "ru/waiting/the-main-loop": (34_700, LETTERS),
    "zh_CN/callbacks/the-callback-loop": (33_600, LETTERS),
    "zh_CN/callbacks/time": (32_900, LETTERS),
    "zh_CN/kernel/a-whole-kernel": (33_300, WHOLE),
    "zh_CN/kernel/stopping": (32_800, LETTERS),
    "zh_CN/tasks/tasks": (37_000, FIGURES),
    "zh_CN/waiting/the-main-loop": (32_600, LETTERS),
}
"""Pages that may be heavier: how many bytes of HTML, and why."""
SLACK = 500
"""Bytes that the limit of such a page may be above what it weighs."""


def packed(path: Path) -> int:
    """Return how many bytes go over the wire."""
    return len(gzip.compress(path.read_bytes(), 9))


def loaded(path: Path) -> set[Path]:
    """Return the files that a browser loads with a page, before anybody clicks."""
    elements = LexborHTMLParser(path.read_text("utf-8")).css("link[rel=stylesheet], link[rel~=icon], script[src]")
    addresses = (str(each.attributes.get("href") or each.attributes.get("src")) for each in elements)
    found = {path.parent / address.partition("?")[0] for address in addresses}
    styles = [sheet for sheet in found if sheet.suffix == ".css"]
    found |= {sheet.parent / url for sheet in styles for url in re.findall(r"url\(([^)]+)\)", sheet.read_text("utf-8"))}
    return {file.resolve() for file in found}


def too_heavy(path: Path, limit: int = PAGE) -> list[str]:
    """Complain about a page whose HTML is heavier than the limit, or that loads too much, or needs no such limit."""
    page, files = packed(path), {file.name: packed(file) for file in loaded(path)}
    total, allowed = page + sum(files.values()), ALL + limit - PAGE
    found = [f"{page} bytes of HTML, {limit} are allowed"] if page > limit else []
    if limit > PAGE >= page:
        found.append(f"{page} bytes of HTML: take it out of EXCEPTIONS in tests/site/test_weight.py")
    elif limit > PAGE and limit > page + SLACK:
        found.append(f"{page} bytes of HTML: bring its limit in tests/site/test_weight.py down from {limit}")
    if total > allowed:
        found.append(f"{total} bytes before a click, {allowed} are allowed; besides {page} of HTML {files}")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_light(language: str) -> None:
    heavy = {}
    for name, page in pages(language).items():
        limit, _reason = EXCEPTIONS.get(f"{language}/{name}", (PAGE, ""))
        heavy[name] = too_heavy(HTML / page.path, limit)
    assert not any(heavy.values()), "\n".join(f"{language}/{name}.html: {x}" for name in heavy for x in heavy[name])


def test_an_exception_is_of_a_page() -> None:
    books = {f"{language}/{name}" for language in LANGUAGES for name in pages(language)}
    assert {name for name in EXCEPTIONS if name.partition("/")[0] in LANGUAGES} <= books


def test_a_heavy_page_is_named(tmp_path: Path) -> None:
    noise = "".join(f"{number * number * 7919 % 999983:x}" for number in range(20_000))
    head = '<link rel="stylesheet" href="a.css?v=1"><script src="b.js"></script>'
    (tmp_path / "a.html").write_text(f"{head}<p>{noise[:20_000]}")
    (tmp_path / "a.css").write_text("p { background: url(c.svg); }")
    (tmp_path / "b.js").write_text("")
    (tmp_path / "c.svg").write_text("")
    assert {file.name for file in loaded(tmp_path / "a.html")} == {"a.css", "b.js", "c.svg"}
    assert not too_heavy(tmp_path / "a.html")
    (complaint,) = too_heavy(tmp_path / "a.html", PAGE + 1)
    assert "take it out of EXCEPTIONS" in complaint
    (tmp_path / "c.svg").write_text(noise)
    (complaint,) = too_heavy(tmp_path / "a.html")
    assert "before a click, 55000 are allowed" in complaint and "'c.svg'" in complaint


@pytest.mark.parametrize(
    ("more", "complaint"),
    [(0, ""), (-1, "bytes of HTML,"), (SLACK + 1, "bring its limit in tests/site/test_weight.py down from")],
)
def test_an_exception_is_tight(tmp_path: Path, more: int, complaint: str) -> None:
    page = tmp_path / "a.html"
    page.write_text("".join(f"{number * number * 7919 % 999983:x}" for number in range(15_000)))
    found = too_heavy(page, packed(page) + more)
    assert packed(page) > PAGE and len(found) == bool(complaint) and all(complaint in each for each in found)


def test_nothing_is_published_that_no_page_loads() -> None:
    for language in LANGUAGES:
        names = {path.relative_to(HTML / language).as_posix() for path in (HTML / language).rglob("*")}
        assert not [name for name in names if name.endswith((".map", ".bak", ".png", ".txt"))]
        assert not names & set(UNUSED)
