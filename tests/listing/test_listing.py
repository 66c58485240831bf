"""The {listing} directive: what it shows, and what it refuses."""
from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup

from tests.support.tiny.book import MODULE, SESSION, TinyBook


def listing(argument: str, *options: str) -> str:
    """Return a page with one listing; it stands on line 3."""
    lines = [f"```{{listing}} {argument}", *options, "```"]
    return "# A page\n\n" + "\n".join(lines) + "\n"


def test_code_and_session_are_on_the_page(tiny_book: TinyBook) -> None:
    assert tiny_book.build().status == 0
    module, session = BeautifulSoup(tiny_book.html(), "html.parser").select(".code pre")
    assert (module.get_text(), session.get_text()) == (MODULE, SESSION)
    assert not module.select(".old, .new"), "nothing of it is marked or hidden"


def test_a_session_can_be_folded_under_its_listing(tiny_book: TinyBook) -> None:
    tiny_book.page(listing("part.count", CAPTION, ":session: folded"))
    assert tiny_book.build().status == 0
    page = BeautifulSoup(tiny_book.html(), "html.parser")
    (session,) = page.select("details .code pre")
    assert session.get_text() == SESSION
    assert [pre.get_text() for pre in page.select(".code pre") if pre is not session] == [MODULE]


def test_the_name_of_a_listing_is_a_label_for_its_number(tiny_book: TinyBook) -> None:
    tiny_book.page(listing("part.count", ":caption: Counting") + "\nSee {numref}`part.count`.\n")
    assert tiny_book.build().status == 0
    text = BeautifulSoup(tiny_book.html(), "html.parser").article.get_text()  # type: ignore[union-attr]
    assert "Listing 1 Counting" in re.sub(r"\s+", " ", text)
    assert "See Listing 1." in text


def test_since_marks_and_counts_the_new_lines(tiny_book: TinyBook) -> None:
    tiny_book.listing("part.twice", MODULE.replace("limit))", "limit)) * 2").replace("a comment", "another"), SESSION)
    tiny_book.page(
        listing("part.count", ":caption: Counting")
        + listing("part.twice", ":caption: Counting twice", ":since: part.count")[8:]
    )
    assert tiny_book.build().status == 0
    soup = BeautifulSoup(tiny_book.html(), "html.parser")
    assert [line.get_text() for line in soup.select(".new")] == ["    return list(range(limit)) * 2\n"]
    assert len(soup.select(".old")) == 1, "all that stands before it"
    assert "(new lines since Listing 1: 1)" in soup.article.get_text()  # type: ignore[union-attr]


def test_a_part_is_shown_first_and_the_whole_is_there(tiny_book: TinyBook) -> None:
    tiny_book.listing("part.two", MODULE + "\n\ndef more():\n    return 1\n", SESSION)
    tiny_book.page(listing("part.two", ":caption: Counting", ":pyobject: more"))
    assert tiny_book.build().status == 0
    soup = BeautifulSoup(tiny_book.html(), "html.parser")
    shown = [part.get_text() for part in soup.select(".module pre > :not(.rest)")]
    assert shown == ["def more():\n    return 1\n"]
    assert soup.select_one(".module pre").get_text().startswith(MODULE)  # type: ignore[union-attr]
    assert soup.select(".module input.whole")


CAPTION = ":caption: Counting"


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (listing("part.cuont", CAPTION), ["no listing 'part.cuont'", "part.count"]),
        (listing("../part", CAPTION), ["no listing '../part'"]),
        (listing("part.count"), ["part.count needs a ':caption:'"]),
        (listing("part.count", CAPTION, ":since: part.nothing"), ["no listing 'part.nothing'"]),
        (listing("part.count", CAPTION, ":since: part.count"), ["no line of part.count is new"]),
        (listing("part.count", CAPTION, ":pyobject: nothing"), ["nothing"]),
        (listing("part.count", CAPTION, ":lines: 90-99"), ["90-99"]),
    ],
)
def test_a_wrong_directive_is_refused_with_page_and_line(tiny_book: TinyBook, page: str, words: list[str]) -> None:
    tiny_book.page(page)
    tiny_book.refused("docs/index.md:3", *words)


@pytest.mark.parametrize(
    ("module", "session", "words"),
    [
        (MODULE, None, ["part.other has no session", "listings/part/other.pycon", ":session: none"]),
        ("import nowhere\n", SESSION, ["does not import", "nowhere"]),
        ("raise SystemExit(3)\n", SESSION, ["does not import", "SystemExit"]),
        ("def f(:\n", SESSION, ["ghetto_asyncio/part/other.py:1", "invalid syntax"]),
        ("x = 1  # " + "x" * 90 + "\n", SESSION, ["ghetto_asyncio/part/other.py:1: 99 columns, 79 are allowed"]),
        (MODULE, ">>> " + "1" * 90 + "\n", ["listings/part/other.pycon:1: 94 columns"]),
        ('"""' + "字" * 39 + '"""\n', SESSION, ["ghetto_asyncio/part/other.py:1: 84 columns"]),
    ],
)
def test_a_wrong_listing_is_refused_with_page_and_line(
    tiny_book: TinyBook, module: str, session: str | None, words: list[str]
) -> None:
    tiny_book.listing("part.other", module, session)
    tiny_book.page(listing("part.other", CAPTION))
    tiny_book.refused("docs/index.md:3", *words)


def test_since_needs_a_listing_that_is_on_a_page(tiny_book: TinyBook) -> None:
    tiny_book.listing("part.twice", MODULE.replace("limit))", "limit)) * 2"), SESSION)
    tiny_book.page(listing("part.twice", CAPTION, ":since: part.count"))
    tiny_book.refused("part.count", "docs/index.md:3")


def test_an_unknown_option_value_is_refused(tiny_book: TinyBook) -> None:
    tiny_book.page(listing("part.count", CAPTION, ":session: maybe"))
    tiny_book.refused("docs/index.md:5", "session", "none")
