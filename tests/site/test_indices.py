"""The indices name all that the book has, once, and what it is; the glossary leads to where a term is explained."""
from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from bs4 import BeautifulSoup

from press.catalogue import ROOT, every
from press.indices.writing import first_sentence, without_stop
from tests.support.site.pages import LANGUAGES, pages
from tests.support.tiny.book import MODULE, PAGE, TinyBook
from whoruns.tests.complaints import none

EACH = pytest.mark.parametrize("language", LANGUAGES)
NUMBER = re.compile(r".*[\s\u00a0](\d|[IVX]+\.|[A-J]\.)[\d.]*")
"""The text of a link to what has a number, and not to a chapter or to the section of an exercise."""


class Thing(NamedTuple):
    """What has a number on a page: the number, and the listing."""

    number: str
    listing: str = ""


@functools.cache
def there(language: str) -> dict[str, Thing]:
    """Return {address: what has a number there}."""
    found = {}
    for name, page in pages(language).items():
        for each in page.article.css(".literal-block-wrapper[id], figure[id]"):
            if number := each.css_first(".caption-number"):
                code = None if each.tag == "figure" else each.css_first(".code.module")
                listing = str(code.attributes["data-listing"]) if code else ""
                found[f"{name}.html#{each.id}"] = Thing(number.text().strip(), listing)
    return found


class Line(NamedTuple):
    """A line of an index: its links to what has a number, (address, text), and what is in code font."""

    links: list[tuple[str, str]]
    codes: list[str]


@functools.cache
def entries(language: str, page: str) -> list[list[Line]]:
    """Return the entries of the indices on a page."""
    return [
        [
            Line(
                [(str(a.attributes["href"]), a.text()) for a in line.css("a") if NUMBER.fullmatch(a.text())],
                [code.text() for code in line.css("code")],
            )
            for line in entry.css("p")
        ]
        for entry in pages(language)[page].article.css(".index-of li")
    ]


def lost(there: dict[str, str], shown: list[tuple[str, str]]) -> Iterator[str]:
    """Yield what is not in the index just once, and links that do not lead to what they say."""
    times = Counter(address for address, _text in shown)
    for address, number in there.items():
        if times[address] != 1:
            yield f"{number} is {times[address]} times in the index"
    for address, text in shown:
        if there.get(address) != text:
            yield f"{text!r} leads to {address}, which is {there.get(address)!r}"


@EACH
def test_all_that_has_a_number_is_in_the_index_once(language: str) -> None:
    numbers = {address: thing.number for address, thing in there(language).items()}
    shown = [link for entry in entries(language, "where-is-what") for line in entry for link in line.links]
    assert len(numbers) > 500
    none(lost(numbers, shown))


def test_what_an_index_has_lost_is_told() -> None:
    numbers = {"a.html#b": "Listing 1.1", "a.html#c": "Listing 1.2"}
    assert list(lost(numbers, [("a.html#c", "Listing 1.2"), ("a.html#b", "Listing 1.1")])) == []
    assert list(lost(numbers, [("a.html#c", "Listing 1.1"), ("a.html#c", "Listing 1.2"), ("a.html#d", "Fig. 1")])) == [
        "Listing 1.1 is 0 times in the index", "Listing 1.2 is 2 times in the index",
        "'Listing 1.1' leads to a.html#c, which is 'Listing 1.2'", "'Fig. 1' leads to a.html#d, which is None",
    ]
    assert unsaid("race condition", "One task waits.") and not unsaid("race condition", "Races move to the yields.")


@EACH
def test_each_bug_is_in_the_museum_once_and_has_a_lesson(language: str) -> None:
    shown: list[Any] = []
    for first, lesson in entries(language, "museum"):
        ((address, text),) = first.links
        assert there(language)[address].number == text
        assert not lesson.links
        shown.append(there(language)[address].listing)
    assert sorted(shown) == [listing.name for listing in every(ROOT) if listing.name.endswith("_bug")]


@functools.cache
def explained(language: str) -> list[tuple[str, str, str]]:
    """Return each term, the address of the section that is named first for it, and the text of that section."""
    glossary = pages(language)["glossary"]
    found = []
    for term in glossary.article.css("dl.glossary > dt"):
        link = glossary.article.css_first(f'dt[id="{term.id}"] + dd .explained a')
        address = str(link.attributes["href"]) if link else ""
        name, _, anchor = address.partition(".html#")
        section = pages(language)[name].article.css_first(f'section[id="{anchor}"]') if link else None
        found.append((str(term.text(deep=False)), address, section.text() if section else ""))
    return found


def unsaid(term: str, text: str) -> bool:
    """Does a text have no word of a term, whatever its ending?"""
    return not any(word[:5] in text.lower() for word in re.findall(r"\w+", term.lower()))


@EACH
def test_each_term_leads_to_where_it_is_explained(language: str) -> None:
    english = dict(enumerate(explained("en"))) if language != "en" else {}
    for number, (term, address, text) in enumerate(explained(language)):
        assert text, f"no section of the book explains {term!r}: link to it with {{term}}, or say {{explains}} {term}"
        assert language != "en" or not unsaid(term, text), f"{address} does not say {term!r}"
        assert not english or english[number][1] == address


def test_a_caption_is_cut_after_its_first_sentence() -> None:
    for whole, first in [
        ("One. Two.", "One."), ("In Fig. 4.2 it ends. So.", "In Fig. 4.2 it ends."), ("See rys. 3", "See rys. 3"),
        ("一。二。", "一。"), ("“Why?” He asks", "“Why?”"), ("No stop", "No stop"),
    ]:
        assert first_sentence(((whole, False),)) == ((first, False),)
    assert first_sentence((("a. ", False), ("b", True), (" c. D", False))) == (("a.", False),)
    assert first_sentence((("A ", False), ("b. C", True), (" d. E", False))) == (
        ("A ", False), ("b. C", True), (" d.", False),
    )


def test_a_caption_in_an_index_has_no_full_stop() -> None:
    assert without_stop((("One.", False),)) == (("One", False),)
    assert without_stop((("一", False), ("b", True), ("。", False))) == (("一", False), ("b", True), ("", False))
    assert without_stop((("Why?", False),)) == (("Why?", False),)
    assert without_stop((("a.", True),)) == (("a.", True),)
    assert without_stop(()) == ()


WHERE = """# Where

```{index-of} numbers
```

```{glossary}
core
  C.

Lock
  L.
```
"""
MUSEUM = """# Museum

```{index-of} bugs
```
"""
WRONG = """# Two

```{explains} core, lock
```

```{listing} part.wrong_bug
:caption: What is wrong?
:lesson: Count to the end.
:session: none
```
"""


@pytest.fixture
def book(tiny_book: TinyBook) -> TinyBook:
    """A book with an index and a glossary, and on pages of their own a listing and a bug."""
    tiny_book.listing("part.wrong_bug", MODULE.replace("count", "wrong"))
    tiny_book.page("# Start\n\n```{toctree}\n:numbered:\none\ntwo\n```\n\n```{toctree}\nwhere\nmuseum\n```\n")
    tiny_book.page(PAGE, "one")
    tiny_book.page(WRONG, "two")
    tiny_book.page(WHERE, "where")
    tiny_book.page(MUSEUM, "museum")
    return tiny_book


def index(book: TinyBook) -> list[str]:
    """Build the book in Polish, and return what stands in its indices and behind its terms."""
    book.made("pl")
    shown: list[Any] = []
    for page in ("where", "museum"):
        soup = BeautifulSoup(book.html("pl", page), "html.parser")
        headings = [heading.get_text(" ") for heading in soup.select(".index-of h2")]
        assert [link.get_text(" ") for link in soup.select(".toc-tree a")][1:] == headings
        shown += soup.select(".index-of h2, .index-of li, .explained")
    return [" ".join(each.get_text(" ").split()) for each in shown]


CLASS = """

class Counter:
    def __init__(self): ...
    def _go(self): ...
    async def up(self):
        def inner(): ...
"""


def test_the_next_build_knows_what_has_come_gone_or_moved(book: TinyBook) -> None:
    book.translate({"Count to the end.": "Licz do końca."}, page="two")
    bug, taught = "Listing 2.1 What is wrong?", "Listing 2.1 What is wrong? Licz do końca."
    terms = ["→ 2 Two", "→ 2 Two"]
    count = "Listing 1.1 Counting part/count.py · count"
    assert index(book) == [
        "1. A page", count, "2. Two", f"{bug} part/wrong_bug.py · wrong", *terms, "2. Two", taught,
    ]
    book.write("ghetto_asyncio/part/wrong_bug.py", MODULE.replace("count", "other") + CLASS)
    assert f"{bug} part/wrong_bug.py · other · Counter: _go, up" in index(book)
    piece = WRONG.replace(":session: none", ":session: none\n:pyobject: Counter.up")
    book.page(piece.replace("{explains} core, lock", "{listing} part.count\n:caption: Here now"), "two")
    book.page("# A page\n\nA {term}`core`.\n", "one")
    taught = taught.replace("2.1", "2.2")
    assert index(book) == [
        "2. Two", "Listing 2.1 Here now part/count.py · count",
        "Listing 2.2 What is wrong? part/wrong_bug.py · Counter: up", "→ 1 A page", "2. Two", taught,
    ]


def test_what_an_author_can_do_wrong_is_named(book: TinyBook) -> None:
    book.page(WRONG.replace(":lesson: Count to the end.\n", "").replace("core, lock", "core, lok"), "two")
    book.page(MUSEUM.replace("} bugs", "} bugz"), "museum")
    book.refused(
        "docs/two.md:6: ERROR: part.wrong_bug needs a ':lesson:', what is wrong there and what helps",
        "docs/two.md:3: ERROR: the glossary has no term 'lok'; {explains} takes its terms, with commas between them",
        "docs/museum.md:3: ERROR: there is no index of 'bugz'; there are: numbers, bugs",
    )
