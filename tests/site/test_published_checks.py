"""The checks of the finished pages are seen to fail."""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from press.catalogue import ROOT, Listing
from press.listing.remarks import find_remarks
from tests.support.site.census import (
    FENCES,
    WITH_REMARKS,
    miscounted,
    pages_of_runs,
    problems_of,
    problems_of_runs,
    unshown,
    untranslated,
)
from tests.support.site.pages import Site
from tests.support.site.published import Block, blocks, write_tree
from tests.support.tiny.book import TinyBook
from tests.support.tiny.talk import write_talk


@pytest.fixture(scope="module")
def book() -> list[Block]:
    return blocks("pl")


def first(book: list[Block], kind: str) -> int:
    return next(number for number, block in enumerate(book) if block.kind == kind)


def spoil(book: list[Block], kind: str, old: str, new: str) -> Block:
    """Return the first block of the kind that holds the old text, with the new one."""
    block = next(block for block in book if block.kind == kind and old in block.text)
    return replace(block, text=block.text.replace(old, new, 1))


def test_a_page_with_another_program_is_refused(book: list[Block]) -> None:
    for kind, old, new in (
        ("module", "+= operand", "-= operand"), ("module", "    def step", "    # more\n    def step"),
        ("stepped", "popleft", "pop"), ("session", ">>> core = Core()\n", ""),
    ):
        assert len(problems_of([spoil(book, kind, old, new)])) == 1


@pytest.mark.parametrize("kind", WITH_REMARKS)
def test_a_comment_that_is_left_in_english_is_named(book: list[Block], kind: str) -> None:
    block = book[first(book, kind)]
    listing = Listing(block.name, ROOT).source()
    remark, english = find_remarks(block.text)[0].text, find_remarks(listing)[0].text
    assert untranslated([block]) == []
    complaint = f"{block.page}: {block.name} says in English: {english}"
    assert untranslated([spoil(book, kind, remark, english)]) == [complaint]


def test_a_block_that_nothing_proves_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "en/index.html"
    page.parent.mkdir()
    page.write_text("<article><pre>x = 1</pre><div class='highlight-python notranslate'><pre>y</pre></div></article>")
    found = blocks("en", Site(tmp_path))
    assert [block.kind for block in found] == ["unknown", "unknown"]
    assert len(problems_of([*found, Block("preface", "illustration", "no-reason", "x = 1\n")])) == 3


SHOWN = [Block("index", kind, name, "") for kind, name in (
    ("module", "part.count"), ("session", "part.count"), ("conversation", "part.serve"), ("module", "part.serve"),
)]


def test_what_no_page_shows_is_named(tiny_book: TinyBook) -> None:
    write_talk(tiny_book.root)
    assert unshown(SHOWN, tiny_book.root) == []
    for number, (file, fence) in enumerate((
        ("ghetto_asyncio/part/count.py", "{listing} part.count"), ("listings/part/count.pycon", "{listing} part.count"),
        ("listings/part/serve.talk", "{conversation} part.serve"),
    )):
        complaint = f"{file}: no page shows it; write {fence} on one, or remove it"
        assert unshown(SHOWN[:number] + SHOWN[number + 1 :], tiny_book.root) == [complaint]
    tiny_book.write("listings/part/other.pycon", ">>> 1\n1\n")
    assert unshown(SHOWN, tiny_book.root) == ["listings/part/other.pycon: a session without a module; remove it"]


def test_a_block_less_or_more_on_a_page_is_named(book: list[Block]) -> None:
    assert miscounted(book) == []
    for kind in FENCES:
        number = first(book, kind)
        for found, told in (([*book, book[number]], "+1"), ([*book[:number], *book[number + 1 :]], "-1")):
            (said,) = miscounted(found)
            assert said.startswith(f"docs/{book[number].page}.md: {FENCES[kind]} ") and f"{told} times" in said


def shows(root: Path, *figures: str) -> Site:
    """Return a site of one page with figures; each shows runs."""
    texts = ["".join(f'<template class="run" data-run="{run}"></template>' for run in each.split()) for each in figures]
    (root / "en").mkdir(parents=True)
    (root / "en/index.html").write_text("".join(f"<figure>{text}</figure>" for text in texts))
    return Site(root)


def test_a_run_that_nobody_shows_or_walks_is_named(tmp_path: Path) -> None:
    runs = ["part.one", "part.two_more"]
    site = shows(tmp_path / "right", "part.one part.two_more", "")
    assert problems_of_runs("en", runs, site) == []
    assert pages_of_runs(runs, site) == dict.fromkeys(runs, "index")
    for name, (complaint, *figures) in {
        "less": ("part.two_more is shown on []", "part.one"),
        "more": ("shown on ['en/index.html', 'en/index.html']", "part.one part.two_more", "part.two_more"),
        "lost": ("en/index.html: there is no run part.three", "part.one part.two_more", "part.three"),
    }.items():
        (problem,) = problems_of_runs("en", runs, shows(tmp_path / name, *figures))
        assert complaint in problem


def test_a_listing_that_is_shown_in_two_ways_is_noticed(book: list[Block], tmp_path: Path) -> None:
    changed = replace(book[first(book, "module")], text="x = 1\n")
    with pytest.raises(AssertionError, match="shown in two ways"):
        write_tree([*book, changed], tmp_path)
