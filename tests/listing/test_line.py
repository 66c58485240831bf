"""The {line} role: a link to the line of a listing that has certain words."""
from __future__ import annotations

from tests.support.tiny.book import TinyBook

MODULE = '''\
"""Makes tea."""


def tea():
    """Boil it, and return water."""
    water = "hot"
    return water
'''
PAGE = "# A page\n\nTea is {{line}}`made here <kitchen.tea {}>`.\n"
LISTING = "# Another\n\n```{listing} kitchen.tea\n:caption: Tea\n:session: none\n```\n"


def test_it_leads_to_the_line_wherever_the_listing_is_shown(tiny_book: TinyBook) -> None:
    tiny_book.write("ghetto_asyncio/kitchen/__init__.py", "")
    tiny_book.listing("kitchen.tea", MODULE)
    tiny_book.page(LISTING, "other")
    tiny_book.page(PAGE.format("return water") + PAGE[10:].format("hot") + "\n```{toctree}\nother\n```\n")
    links = [link["href"] for link in tiny_book.made().select("article a.line")]
    assert links == ["other.html#kitchen.tea.7", "other.html#kitchen.tea.6"]
    wrong = "ghetto_asyncio/kitchen/tea.py: {} has '{}': write more of the line"
    tiny_book.all_refused([
        (PAGE.format(words), 3, [wrong.format(lines, words)])
        for words, lines in (("milk", "no line"), ("water", "5, 6, 7"), ("", "no line"))
    ])
    (tiny_book.root / "docs/other.md").unlink()
    tiny_book.page(PAGE.format("hot"))
    tiny_book.refused("no page shows kitchen.tea as its own listing")
