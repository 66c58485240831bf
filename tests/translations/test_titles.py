"""A title that stays English in a translation says so to a screen reader, and so does a term in brackets."""
from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.support.tiny.book import TinyBook

ENGLISH = "See [The C10K problem](http://a.org/), [its *old* text](http://a.org/b), [epoll](http://a.org/c), *On Time*"
TRANSLATED = "X [The C10K problem](http://a.org/), [X Y](http://a.org/b), [epoll](http://a.org/c), *X Y* (handle) (Ann)"


@pytest.mark.parametrize(("language", "marked"), [("pl", ["The C10K problem"]), ("ru", ["The C10K problem", "handle"])])
def test_what_stays_english_says_so(tiny_book: TinyBook, language: str, marked: list[str]) -> None:
    tiny_book.page(f"# A page\n\n{ENGLISH}\n")
    tiny_book.translate({"A page": "Strona", ENGLISH: TRANSLATED}, language=language)
    built = tiny_book.build(language)
    assert built.status == 0, built.said
    article = LexborHTMLParser(tiny_book.html(language).partition("<article")[2].partition("</article>")[0])
    assert [part.text() for part in article.css("[lang=en]")] == marked
