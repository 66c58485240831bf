"""What belongs to no single book: the start page, the page for lost links, the sitemap."""
from __future__ import annotations

from gettext import translation
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest

from conf import book_url, locale_dirs
from press.commands.start_page import words
from tests.support.published import HTML, LANGUAGES, pages, soup

TAGS = {language: language.replace("_", "-") for language in LANGUAGES}
PAGES = [(language, page) for language in LANGUAGES for page in pages(language)]


def test_the_sitemap_names_every_page() -> None:
    name = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    root = ET.parse(HTML / "sitemap.xml").getroot()
    assert [url.findtext(f"{name}loc") for url in root] == [f"{book_url}{lang}/{page}.html" for lang, page in PAGES]
    assert all(len(url.findall("{http://www.w3.org/1999/xhtml}link")) == len(LANGUAGES) for url in root)


def test_the_start_page_offers_every_book() -> None:
    links = soup(HTML / "index.html").select("main a")
    want = [(f"{code}/index.html", tag) for code, tag in TAGS.items()]
    assert [(link["href"], link["lang"]) for link in links] == want


def test_a_lost_link_is_answered_in_every_language() -> None:
    page = soup(HTML / "404.html")
    (base,) = page.select("base")
    assert base["href"] == urlsplit(book_url).path
    assert [link["lang"] for link in page.select("main a")] == list(TAGS.values())
    assert len({strong.get_text() for strong in page.select("main strong")}) == len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_says_what_the_book_says(language: str) -> None:
    said = words(language)
    sentence = f"**{words('en')['subtitle']}.**"
    assert said["subtitle"] in translation("index", locale_dirs[0], [language], fallback=True).gettext(sentence)
    assert all(said.values())
    assert (said == words("en")) == (language == "en")
