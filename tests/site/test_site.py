"""The built site: links, languages, addresses, words, and nothing from elsewhere."""
from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt

from press.catalogue import ROOT
from press.links import moved
from tests.site.checks import language as languages
from tests.site.checks import markup, whole
from tests.support.site.pages import LANGUAGES, SITE, Check, complaints
from tests.support.tiny.book import TinyBook
from whoruns.tests.complaints import none


def named(checks: tuple[Check, ...] | tuple[whole.SiteCheck, ...]) -> pytest.MarkDecorator:
    """Run a test with each check, under its name."""
    return pytest.mark.parametrize("check", checks, ids=lambda check: check.__name__)


@named(markup.CHECKS)
def test_every_page(check: Check) -> None:
    none(complaints(SITE.everything, check))


@named(languages.CHECKS)
def test_the_pages_of_the_books(check: Check) -> None:
    none(complaints(SITE.of_books, check))


@named(languages.TRANSLATED)
def test_the_translated_pages(check: Check) -> None:
    none(complaints([page for page in SITE.everything if page.language != "en"], check))


@named(whole.CHECKS)
def test_the_site(check: whole.SiteCheck) -> None:
    none(list(check(SITE)))


def test_a_page_that_has_moved_leads_on(tiny_book: TinyBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(moved.PAGES, "old/page", "index")
    monkeypatch.setattr(moved, "NOT_PAGES", moved.NOT_PAGES | {"old/page"})
    monkeypatch.setitem(moved.SECTIONS, "old/page", {"one": "index#two"})
    assert tiny_book.build() == (0, "")
    links = {link["href"] for link in BeautifulSoup(tiny_book.html(page="old/page"), "html.parser").select("a.moved")}
    assert links == {"../index.html", "../index.html#two"}
    monkeypatch.undo()
    assert tiny_book.build() == (0, "")
    assert not list(tiny_book.root.rglob("page.html")), "nothing is left of it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_html(language: str) -> None:
    none(complaints([page for page in SITE.everything if page.language == language], markup.it_is_html))


def raw_html(text: str) -> list[str]:
    """Return the HTML of a page, and what would let some in."""
    tokens = [each for token in MarkdownIt("commonmark").parse(text) for each in [token, *(token.children or [])]]
    found = [token.content for token in tokens if token.type in ("html_block", "html_inline")]
    return found + re.findall(r"\{(?:raw|include|eval-rst)\}", text)


def test_a_page_holds_no_html() -> None:
    paths = sorted((ROOT / "docs").rglob("*.md"))
    none([f"{path.relative_to(ROOT)}: {html}" for path in paths for html in raw_html(path.read_text("utf-8"))])


def test_html_is_found() -> None:
    for text in ("<!-- x -->", "a <b>c</b>", "<video src=x>", "```{raw} html\nx\n```", "<samp>\n3\n</samp>"):
        assert raw_html(f"{text}\n")
    assert not raw_html("A `<b>` and <https://example.org>, 1 < 2.")
