"""Each line of a listing shows the number that it has in its file."""
from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from press.catalogue import ROOT, find
from tests.support.site.pages import LANGUAGES, pages
from whoruns.tests.complaints import none

BLOCK = re.compile(r'(?s)<div class="code module[^>]* data-listing="([^"]+)".*?<pre>(.*?)</pre>')


def numbered(html: str) -> Iterator[tuple[str, dict[int, str]]]:
    """Yield the listings of a page: name, and what stands at each number that is shown."""
    for name, code in BLOCK.findall(html):
        whole = code.replace("<b></b>", "<i></i>" * 10)
        above, *rows = re.sub(r"<(?!i>)[^>]*>", "", whole).split("<i>")
        yield name, {0: above} | {number: unescape(row) for number, row in enumerate(rows, 1) if row}


def wrong(html: str, source: list[str]) -> list[str]:
    """Complain about what does not stand at its number."""
    return [
        f"{name}:{number}: {row!r}"
        for name, rows in numbered(html)
        for number, row in rows.items()
        if row != "".join(source[number - 1 : number])
    ]


def test_the_numbers_are_those_of_the_file() -> None:
    none(
        f"{page}: {said}"
        for page in pages("en").values()
        for block in BLOCK.finditer(page.text)
        for said in wrong(block[0], find(block[1], ROOT).source().splitlines(keepends=True))
    )


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_they_are_the_same_in_each_language(language: str) -> None:
    for name, page in pages(language).items():
        here, there = list(numbered(page.text)), list(numbered(pages("en")[name].text))
        assert [(listing, list(rows)) for listing, rows in here] == [(listing, list(rows)) for listing, rows in there]
        for listing, rows in here:
            assert {row.count("\n") for number, row in rows.items() if number} == {1}, f"{page}: {listing}"


def test_a_number_that_is_not_true_is_told() -> None:
    page = '<div class="code module piece" data-listing="a"><pre><span class="gap"><i></i></span>{}</pre>'
    source = ["a\n", "b &\n", "c\n"]
    assert wrong(page.format("<i></i>b <b>&amp;</b>\n<span data-line=\"d\"></span><i></i>c\n"), source) == []
    assert wrong(page.format("<i></i>b &amp;\nc\n"), source) == ["a:2: 'b &\\nc\\n'"]
    assert wrong(page.format("<b></b><i></i>b &amp;\n"), source) == ["a:12: 'b &\\n'"]
