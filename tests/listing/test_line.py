"""The {line} role: a link to the line of a listing that has certain words."""
from __future__ import annotations

import pytest

from tests.support.tiny.book import TinyBook

MODULE = '''\
"""Makes tea."""


def tea():
    """Boil it, and return water."""
    water = "hot"
    return water
'''
PAGE = "# A page\n\nTea is {{line}}`made here <kitchen.tea {}>`.\n"
LISTING = "\n```{listing} kitchen.tea\n:caption: Tea\n:session: none\n```\n"


@pytest.fixture
def book(tiny_book: TinyBook) -> TinyBook:
    """A book with a listing."""
    tiny_book.write("ghetto_asyncio/kitchen/__init__.py", "")
    tiny_book.listing("kitchen.tea", MODULE, ">>> 1\n1\n")
    return tiny_book


@pytest.mark.parametrize(("words", "number"), [("return water", 7), ("hot", 6)])
def test_it_leads_to_the_line_wherever_the_listing_is_shown(book: TinyBook, words: str, number: int) -> None:
    book.page(PAGE.format(words) + "\n```{toctree}\nother\n```\n")
    book.page(f"# Another\n{LISTING}", "other")
    built = book.build()
    assert built.status == 0, built.said
    assert f'href="other.html#kitchen.tea.{number}">made here</a>' in book.html()


@pytest.mark.parametrize(
    ("words", "shown", "complaint"),
    [
        ("milk", LISTING, "ghetto_asyncio/kitchen/tea.py: no line has 'milk': write more of the line"),
        ("water", LISTING, "ghetto_asyncio/kitchen/tea.py: 5, 6, 7 has 'water': write more of the line"),
        ("", LISTING, "ghetto_asyncio/kitchen/tea.py: no line has '': write more of the line"),
        ("hot", "", "no page shows kitchen.tea as its own listing"),
    ],
)
def test_what_is_wrong_is_named(book: TinyBook, words: str, shown: str, complaint: str) -> None:
    book.page(PAGE.format(words) + shown)
    built = book.build()
    assert built.status and complaint in built.said
