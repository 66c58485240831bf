"""What a section is about stands in the contents of its page, and the search finds it."""
from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.tiny.book import TinyBook

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

PAGE = """\
# A page

## Shields, kettles, stoves and ovens

They are on the table.

## Not now

```{about} a shield
```

Ann waits.
"""


def test_it_is_seen_and_found(tiny_book: TinyBook, reader: Open) -> None:
    tiny_book.page(PAGE)
    assert tiny_book.build().status == 0
    window = reader()
    window.address = (tiny_book.root / "html/en/x").as_uri()[:-1]
    page = window.open("index.html?q=shield")
    first = page.locator(".book-search [role=option]").first
    expect(first).to_have_attribute("href", "./index.html#not-now")
    expect(first.locator(".title")).to_have_text("Not now a shield")
    expect(first.locator(".title mark")).to_have_text("shield")
    page.keyboard.press("Escape")
    link = page.locator(".toc-tree a[href='#not-now']")
    expect(link).to_have_text("Not now a shield")
    title, line = link.bounding_box(), link.locator(".about").bounding_box()
    assert title and line and line["y"] > title["y"] + 10, "on a line of its own"
