"""The checks of the finished pages are seen to fail."""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from press.catalogue import ROOT, Listing
from press.listing.remarks import find_remarks
from press.run.stepper import as_script
from tests.support.shell import press
from tests.support.site.census import (
    WITH_REMARKS,
    miscounted,
    pages_of_runs,
    problems_of,
    problems_of_runs,
    untranslated,
)
from tests.support.site.pages import Site
from tests.support.site.published import Block, blocks, census, write_tree


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
        ("module", "+= operand", "-= operand"),
        ("module", "    def step", "    # more\n    def step"),
        ("module", "while", "While"),
        ("stepped", "popleft", "pop"),
        ("session", "Ann Ann Ann Bob Bob Bob", "Ann Bob Ann Bob Ann Bob"),
        ("session", ">>> core = Core()\n", ""),
    ],
)
def test_a_page_with_another_program_is_refused(book: list[Block], kind: str, old: str, new: str) -> None:
    assert len(problems_of(spoil(book, kind, old, new))) == 1


@pytest.mark.parametrize("kind", WITH_REMARKS)
def test_a_comment_that_is_left_in_english_is_named(book: list[Block], kind: str) -> None:
    block = book[first(book, kind)]
    listing = Listing(block.name, ROOT).source()
    remark, english = find_remarks(block.text)[0].text, find_remarks(listing)[0].text
    assert untranslated(book) == []
    complaint = f"{block.page}: {block.name} says in English: {english}"
    assert untranslated(spoil(book, kind, remark, english)) == [complaint]


@pytest.mark.parametrize("kind", ["unknown", "illustration"])
def test_a_block_that_nothing_proves_is_refused(book: list[Block], kind: str) -> None:
    assert len(problems_of([*book, Block("preface", kind, "no-reason", "x = 1\n")])) == 1


COUNTED = {"index": {"module": 2}, "waiting": {"module": 1, "session": 1}}


@pytest.mark.parametrize(
    ("counted", "complaint"),
    [
        ({"index": {"module": 1}}, "index: 1 of the kind module; tests/site/census.toml says 2. If that is meant"),
        ({"index": {"module": 3}}, "write module = 3 there"),
        ({"waiting": {"module": 1}}, "waiting: 0 of the kind session; tests/site/census.toml says 1"),
        ({"waiting": {"module": 1, "session": 1, "doctest": 1}}, "1 of the kind doctest; tests/site/census.toml says"),
        ({"sources": {"output": 1}}, "sources: 1 of the kind output; tests/site/census.toml says 0"),
    ],
)
def test_a_block_less_or_more_is_named(counted: dict[str, dict[str, int]], complaint: str) -> None:
    assert miscounted(COUNTED, COUNTED) == []
    (problem,) = miscounted(COUNTED | counted, COUNTED)
    assert complaint in problem


@pytest.mark.parametrize("kind", ["module", "session", "stepped", "doctest", "output", "illustration"])
def test_a_block_less_on_a_page_is_noticed(book: list[Block], kind: str) -> None:
    number = first(book, kind)
    assert miscounted(census(book)) == []
    (problem,) = miscounted(census(book[:number] + book[number + 1 :]))
    assert problem.startswith(f"{book[number].page}: ")
    assert f"of the kind {kind}" in problem


def shows(root: Path, *figures: str) -> Site:
    """Return a site of one page with figures."""
    (root / "en").mkdir()
    (root / "en/index.html").write_text("".join(f'<figure id="{name}"></figure>' for name in figures))
    return Site(root)


@pytest.mark.parametrize(
    ("figures", "complaint"),
    [
        (["run-part-one"], "part.two_more is shown on []"),
        (["run-part-one", "run-part-two-more", "run-part-two-more"], "shown on ['en/index.html', 'en/index.html']"),
        (["run-part-one", "run-part-two-more", "run-part-three"], "en/index.html: there is no run for the figure"),
    ],
)
def test_a_run_that_nobody_shows_or_walks_is_named(tmp_path: Path, figures: list[str], complaint: str) -> None:
    (problem,) = problems_of_runs("en", ["part.one", "part.two_more"], shows(tmp_path, *figures))
    assert complaint in problem


def test_each_run_has_its_page(tmp_path: Path) -> None:
    runs = ["part.one", "part.two_more"]
    site = shows(tmp_path, "run-part-one", "run-part-two-more", "figure-other")
    assert problems_of_runs("en", runs, site) == []
    assert pages_of_runs(runs, site) == dict.fromkeys(runs, "index")


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("module", 'yield from walk(branch, f"{path}{name}/")', 'yield from walk(branch, name)'),
        ("session", "'Ann Ann Ann Bob Bob Bob'", "'Ann Ann Ann Bob Bob Ann'"),
        ("doctest", "generator already executing", "generator already suspended"),
        ("output", "True", "False"),
    ],
)
def test_a_page_that_prints_something_else_is_noticed(
    book: list[Block], kind: str, old: str, new: str, tmp_path: Path
) -> None:
    spoilt = spoil(book, kind, old, new)
    page = next(block.page for block in spoilt if block not in book)
    write_tree([block for block in spoilt if block.kind in WITH_REMARKS or block.page == page], tmp_path)
    done = press("proof", tmp_path)
    assert done.status == 1
    assert ", 0 failed" not in done.said


def test_a_listing_that_is_shown_in_two_ways_is_noticed(book: list[Block], tmp_path: Path) -> None:
    changed = replace(book[first(book, "module")], text="x = 1\n")
    with pytest.raises(AssertionError, match="shown in two ways"):
        write_tree([*book, changed], tmp_path)


def test_a_block_without_a_kind_is_unknown(tmp_path: Path) -> None:
    page = tmp_path / "en/index.html"
    page.parent.mkdir()
    page.write_text("<article><pre>x = 1</pre><div class='highlight-python notranslate'><pre>y</pre></div></article>")
    assert census(blocks("en", Site(tmp_path))) == {"index": {"unknown": 2}}


STEPPED = "<div class='code stepped' data-listing='part.two'><pre>x = 1</pre></div>"


def test_a_listing_that_comes_with_the_steps_of_a_run_is_a_block_of_its_page(tmp_path: Path) -> None:
    page = tmp_path / "en/index.html"
    page.parent.mkdir()
    steps = {"fields": [], "steps": [], "values": [], "listings": {"part.two": STEPPED}}
    (tmp_path / "en/two.js").write_text(as_script(steps))
    page.write_text('<article><template class="run" data-run="two" data-src="two.js?v=1"></template></article>')
    assert blocks("en", Site(tmp_path)) == [Block("index", "stepped", "part.two", "x = 1")]


def test_a_language_that_is_not_built_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="is not built: run make html"):
        blocks("pl", Site(tmp_path))
