"""The start page and the page for lost links speak with the words of the books; the start page shows their figure."""
from __future__ import annotations

from gettext import translation
from html import unescape

import pytest
from selectolax.lexbor import LexborHTMLParser

from conf import locale_dirs
from press.commands.start_page import picture, words
from press.language import LANGUAGES as KNOWN
from tests.support.site.pages import HTML, LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_says_what_the_book_says(language: str) -> None:
    said = words(language)
    sentence = f"**{words('en')['subtitle']}.**"
    assert said["subtitle"] in translation("index", locale_dirs[0], [language], fallback=True).gettext(sentence)
    assert all(said.values())
    assert (said == words("en")) == (language == "en")


def strokes(page: str, figure: str) -> list[str]:
    """Return all that is drawn in a figure, in order, as HTML."""
    return [str(part.html) for part in LexborHTMLParser(page).css(f"{figure} svg > :not(title):not(desc)")]


def another(start: str, front: str, tag: str) -> bool:
    """Does the start page draw for a language anything else than its front page, or give it another caption?"""
    caption = LexborHTMLParser(start).css_first(f"figure[lang={tag}] figcaption")
    same = strokes(start, f"figure[lang={tag}]") == strokes(front, "figure.run")
    offer = LexborHTMLParser(start).css_first(f".offer[lang={tag}]")
    same &= bool(offer and f'content="{offer.text()}" name="description"' in unescape(front))
    return not (same and caption and f'caption-text">{caption.text()}<' in unescape(front))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_draws_what_the_front_page_draws(language: str) -> None:
    start, front = ((HTML / name).read_text("utf-8") for name in ("index.html", f"{language}/index.html"))
    tag = KNOWN[language].tag
    assert len(strokes(front, "figure.run")) > 5
    assert not another(start, front, tag)
    ends = ("</figcaption>", "</p>")
    for old, new in (("<rect", "<circle"), (' d="M', ' d="m'), (tag, "xx"), *((end, f"x{end}") for end in ends)):
        assert another(start.replace(old, new), front, tag), new


def test_a_front_page_without_a_figure_gives_none() -> None:
    assert picture("<svg class='states'></svg>", "caption-en") == {}
