"""The checks of the finished pages are seen to fail."""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.census import CENSUS, problems_of
from tests.support.published import Block, blocks, census, write_tree
from tests.support.shell import press


@pytest.fixture(scope="module")
def book() -> list[Block]:
    return blocks("pl")


def first(book: list[Block], kind: str) -> int:
    return next(number for number, block in enumerate(book) if block.kind == kind)


def spoil(book: list[Block], kind: str, old: str, new: str) -> list[Block]:
    """Change the first block of the kind that holds the old text."""
    number = next(number for number, block in enumerate(book) if block.kind == kind and old in block.text)
    return [*book[:number], replace(book[number], text=book[number].text.replace(old, new, 1)), *book[number + 1 :]]


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("module", "+= 1", "+= 2"),
        ("module", "    def step", "    # more\n    def step"),
        ("module", "while", "While"),
        ("session", "A A A B B B", "A B A B A B"),
        ("session", ">>> core = Core()\n", ""),
    ],
)
def test_a_page_with_another_program_is_refused(book: list[Block], kind: str, old: str, new: str) -> None:
    assert len(problems_of(spoil(book, kind, old, new))) == 1


@pytest.mark.parametrize("kind", ["unknown", "illustration"])
def test_a_block_that_nothing_proves_is_refused(book: list[Block], kind: str) -> None:
    assert len(problems_of([*book, Block("preface", kind, "no-reason", "x = 1\n")])) == 1


@pytest.mark.parametrize("kind", ["module", "session", "stepped", "doctest", "output", "illustration"])
def test_a_block_less_is_noticed(book: list[Block], kind: str) -> None:
    number = first(book, kind)
    assert census(book[:number] + book[number + 1 :]) != CENSUS


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("module", 'yield from walk(branch, f"{path}{name}/")', 'yield from walk(branch, name)'),
        ("session", "'A A A B B B'", "'A A A B B A'"),
        ("doctest", "0.005", "0.006"),
        ("output", "A 2", "A 3"),
    ],
)
def test_a_page_that_prints_something_else_is_noticed(
    book: list[Block], kind: str, old: str, new: str, tmp_path: Path
) -> None:
    write_tree(spoil(book, kind, old, new), tmp_path)
    done = press("proof", tmp_path)
    assert done.status == 1
    assert ", 0 failed" not in done.said


def test_a_listing_that_is_shown_in_two_ways_is_noticed(book: list[Block], tmp_path: Path) -> None:
    changed = replace(book[first(book, "module")], text="x = 1\n")
    with pytest.raises(AssertionError, match="shown in two ways"):
        write_tree([*book, changed], tmp_path)


def test_a_block_without_a_kind_is_unknown(tmp_path: Path) -> None:
    page = tmp_path / "xx/index.html"
    page.parent.mkdir()
    page.write_text("<article><pre>x = 1</pre><div class='highlight-python notranslate'><pre>y</pre></div></article>")
    assert census(blocks("xx", tmp_path)) == {"index": {"unknown": 2}}


def test_a_language_that_is_not_built_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="is not built: run make html"):
        blocks("pl", tmp_path)
