"""One setting says where the repository is; without it nothing is shown."""
from __future__ import annotations

import pytest

from tests.support.tiny.book import TinyBook

PAGE = "# A page\n\n[Clone it](repository:), or [complain](repository:issues).\n"


def test_a_page_leads_to_the_repository(tiny_book: TinyBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOK_REPOSITORY", "https://example.org/book/")
    tiny_book.page(PAGE)
    assert not tiny_book.build().status
    assert 'href="https://example.org/book">Clone it</a>' in tiny_book.html()
    assert 'href="https://example.org/book/issues">complain</a>' in tiny_book.html()
    assert 'href="https://example.org/book">Source code of this book</a>' in tiny_book.html()
    assert 'href="https://example.org/book/issues">Report a mistake</a>' in tiny_book.html()


def test_without_an_address_there_is_no_link(tiny_book: TinyBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOOK_REPOSITORY", raising=False)
    tiny_book.page(PAGE)
    assert not tiny_book.build().status
    assert "<p>Clone it, or complain.</p>" in tiny_book.html()
    assert "repository" not in tiny_book.html()
