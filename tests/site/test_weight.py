"""What a reader has to load, packed: a page, and all that comes before a click."""
from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from press.site.files import UNUSED
from tests.support.pages import HTML, LANGUAGES, pages

PAGE, ALL = 30_000, 55_000
"""Bytes: of the HTML, and with style sheets, scripts and icons."""


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


def too_heavy(path: Path) -> list[str]:
    """Complain about a page that is too heavy."""
    page, files = packed(path), {file.name: packed(file) for file in loaded(path)}
    total = page + sum(files.values())
    found = [f"{page} bytes of HTML, {PAGE} are allowed"] if page > PAGE else []
    if total > ALL:
        found.append(f"{total} bytes before a click, {ALL} are allowed; besides {page} of HTML {files}")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_light(language: str) -> None:
    heavy = {name: found for name, page in pages(language).items() if (found := too_heavy(HTML / page.path))}
    assert not heavy, "\n".join(f"{language}/{name}.html: {text}" for name, found in heavy.items() for text in found)


def test_a_heavy_page_is_named(tmp_path: Path) -> None:
    noise = "".join(f"{number * number * 7919 % 999983:x}" for number in range(20_000))
    head = '<link rel="stylesheet" href="a.css?v=1"><script src="b.js"></script>'
    (tmp_path / "a.html").write_text(f"{head}<p>{noise[:20_000]}")
    (tmp_path / "a.css").write_text("p { background: url(c.svg); }")
    (tmp_path / "b.js").write_text("")
    (tmp_path / "c.svg").write_text("")
    assert {file.name for file in loaded(tmp_path / "a.html")} == {"a.css", "b.js", "c.svg"}
    assert not too_heavy(tmp_path / "a.html")
    (tmp_path / "c.svg").write_text(noise)
    (complaint,) = too_heavy(tmp_path / "a.html")
    assert "before a click, 55000 are allowed" in complaint and "'c.svg'" in complaint


def test_nothing_is_published_that_no_page_loads() -> None:
    for language in LANGUAGES:
        names = {path.relative_to(HTML / language).as_posix() for path in (HTML / language).rglob("*")}
        assert not [name for name in names if name.endswith((".map", ".bak", ".png", ".txt"))]
        assert not names & set(UNUSED)
