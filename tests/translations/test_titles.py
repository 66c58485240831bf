"""A title that stays English in a translation says so to a screen reader, and so does a term in brackets."""
from __future__ import annotations

import pytest

from tests.support.tiny.book import TinyBook

ENGLISH = "See [The C10K problem](http://a.org/), [its *old* text](http://a.org/b), [epoll](http://a.org/c), *On Time*"
TRANSLATED = "X [The C10K problem](http://a.org/), [X Y](http://a.org/b), [epoll](http://a.org/c), *X Y* (handle) (Ann)"


@pytest.mark.parametrize(("language", "marked"), [("pl", ["The C10K problem"]), ("ru", ["The C10K problem", "handle"])])
def test_what_stays_english_says_so(tiny_book: TinyBook, language: str, marked: list[str]) -> None:
    tiny_book.page(f"# A page\n\n{ENGLISH}\n")
    tiny_book.translate({"A page": "Strona", ENGLISH: TRANSLATED}, language=language)
    assert [part.get_text() for part in tiny_book.made(language).select("article [lang=en]")] == marked
