"""The indices name what the book has, each thing once, with what it is; the glossary leads to where a term is said."""
from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from selectolax.lexbor import LexborNode

from press.catalogue import ROOT, every
from press.indices.writing import first_sentence
from tests.support.site.pages import LANGUAGES, pages
from tests.support.tiny.book import MODULE, TinyBook

EACH = pytest.mark.parametrize("language", LANGUAGES)
CAPTIONED = ".literal-block-wrapper[id], figure[id]"


def around(node: LexborNode, selector: str) -> Iterator[LexborNode]:
    """Yield what stands around a node and has a class or tag of the selector."""


@functools.cache
def there(language: str) -> dict[str, tuple[str, str]]:
    """Return {address: (number, name of the listing, if it is one)} of all that has a number."""
    found = {}
    for name, page in pages(language).items():
        for each in page.article.css(CAPTIONED):
            number, code = each.css_first(".caption-number"), each.css_first(".code[data-listing]")
            if number is not None:
                listing = "" if code is None or each.tag == "figure" else str(code.attributes["data-listing"])
                found[f"{name}.html#{each.id}"] = number.text().strip(), listing
    return found


def entries(language: str, page: str) -> list[LexborNode]:
    """Return the entries of the indices on a page."""
    return pages(language)[page].article.css(".index-of li")


def links(entries: Iterable[LexborNode]) -> list[tuple[str, str]]:
    """Return (address, text) of the links that lead to what has a number, not to the section of an exercise."""
    found = [(str(link.attributes["href"]), link.text()) for each in entries for link in each.css("a")]
    return [(address, text) for address, text in found if re.search(r"\s[\dIVXA-J.]+$", text)]


def problems(there: dict[str, str], shown: list[tuple[str, str]]) -> Iterator[str]:
    """Yield what is in the index not just once, and links that do not lead to what they say."""
    times = Counter(address for address, _text in shown)
    for address, number in there.items():
        if times[address] != 1:
            yield f"{number}, {address}, is {times[address]} times in the index"
    for address, text in shown:
        if there.get(address) != text:
            yield f"{text} leads to {address}, which is {there.get(address, 'not there')}"


@EACH
def test_all_that_has_a_number_is_in_the_index_once(language: str) -> None:
    numbers = {address: number for address, (number, _name) in there(language).items()}
    assert len(numbers) > 500
    assert list(problems(numbers, links(entries(language, "where-is-what")))) == []


def names(entry: LexborNode) -> list[str]:
    """Return the file of a listing, and what it defines."""
    return [code.text() for line in entry.css("p")[1:] for code in line.css("code")]
