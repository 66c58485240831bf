"""What a reader has missed is asked again, two chapters later."""
from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.tiny.book import TinyBook
from tests.support.tiny.chapters import CARDS, NAMES, write_chapters

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

ONE, TWO, THREE, _FOUR, FIVE, SIX = NAMES
MISS = ".missed button"
KEPT = "Object.fromEntries(Object.entries(localStorage))"


def cards(page: Page) -> list[str]:
    """Return the names of the cards on a page."""
    return [str(each.get_attribute("data-card")) for each in page.locator(".cards details").all()]


def test_what_is_missed_comes_again_until_it_is_known(tiny_book: TinyBook, reader: Open) -> None:
    write_chapters(tiny_book, CARDS)
    assert tiny_book.build().status == 0
    window = reader()
    window.address = (tiny_book.root / "html/en/x").as_uri()[:-1]
    page = window.open(f"{ONE}.html")
    assert cards(page) == [f"{ONE}.0"]
    expect(page.locator(MISS)).to_be_hidden()
    page.locator("summary").first.click()
    button = page.locator(MISS)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".missed [role=status]")).to_contain_text("It comes again, two chapters later.")
    expect(page.get_by_role("link", name="Forget it all")).to_have_attribute("href", "../index.html")
    assert page.evaluate(KEPT) == {f"card/{ONE}.0": ONE}

    window.open(f"{TWO}.html")
    expect(page.locator(MISS)).to_have_count(1)
    assert len(cards(page)) == 1
    window.open(f"{THREE}.html")
    expect(page.locator(".cards details")).to_have_count(3)
    card = page.locator(".cards details").nth(2)
    card.locator("summary").click()
    expect(card.locator("p").first).to_have_text("Yes, says The third. →\u00a01.1 The first")
    for link, anchor in zip(card.locator("a").all(), ("label-of-one", "the-first")):
        assert link.evaluate("link => link.href") == f"{window.address}{ONE}.html#{anchor}"
    card.locator(MISS).click()
    window.open(f"{FIVE}.html")
    expect(page.locator(".cards details")).to_have_count(3)
    assert cards(page)[-1] == f"{ONE}.0" and page.locator(MISS).count() == 0, "nothing can come again after this one"
    page.evaluate("localStorage.clear()")


def test_who_takes_it_back_is_not_asked_again(tiny_book: TinyBook, reader: Open) -> None:
    write_chapters(tiny_book, CARDS)
    tiny_book.page(tiny_book_text(tiny_book, FIVE).replace(CARDS, ""), FIVE)
    assert tiny_book.build().status == 0
    window = reader()
    window.address = (tiny_book.root / "html/en/x").as_uri()[:-1]
    page = window.open(f"{THREE}.html")
    own, first = page.locator(".cards details").all()
    for card in (own, first):
        card.locator("summary").click()
        card.locator(MISS).click()
    first.locator(MISS).click()
    expect(first.locator(MISS)).to_have_attribute("aria-pressed", "false")
    window.open(f"{SIX}.html")
    expect(page.locator(".cards details")).to_have_count(4)
    assert cards(page)[-1] == f"{THREE}.2", "the first page with cards that comes after that"
    page.evaluate("localStorage.clear()")


def tiny_book_text(book: TinyBook, name: str) -> str:
    """Return the text of a page."""
    return (book.root / f"docs/{name}.md").read_text("utf-8")
