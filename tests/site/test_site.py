"""The built site: links, languages, addresses, words, and nothing from elsewhere."""
from __future__ import annotations

import functools
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
from tests.translations.inline import titles
from tests.translations.messages import every
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


@functools.cache
def works() -> set[str]:
    """Return all that may be the title of something in the English book."""
    return {title for english in {message.english for message in every()} for title in titles(english)}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_english_text_may_stay_but_names_and_titles(language: str) -> None:
    """Of all texts of the English book, those that nobody would miss if they were not translated."""
    texts = {text for page in SITE.pages("en").values() for text in page.texts if re.search("[A-Za-z]{2}", text)}
    may_stay = {text for text in texts if languages.is_name(text, language) and not text.startswith("Listing ")}
    left = {text for text in may_stay if not any(work in text for work in works())}
    none(f"{text} is a sentence" for text in left if re.search(r"\b[a-z]{2,} [a-z]{2,}", text))
    assert len(may_stay) < len(texts) / 30


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
