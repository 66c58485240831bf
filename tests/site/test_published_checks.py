"""The checks of the finished pages are seen to fail."""
from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from press.catalogue import ROOT, BookError, Listing
from press.listing.remarks import find_remarks
from tests.support.shell import press
from tests.support.site.census import (
    WITH_REMARKS,
    pages_of_runs,
    problems_of,
    problems_of_runs,
    unshown,
    untranslated,
)
from tests.support.site.fenced import due, miscounted
from tests.support.site.pages import Site
from tests.support.site.published import Block, blocks, write_tree
from tests.support.tiny.book import TinyBook
from tests.support.tiny.talk import write_talk
from whoruns.story.steps import as_script


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


KINDS = ("module", "piece", "session", "stepped", "doctest", "output", "quoted", "flat", "conversation", "illustration")


def test_a_block_less_or_more_on_a_page_is_named(book: list[Block]) -> None:
    assert {block.kind for block in book} == set(KINDS), "a fence asks for each"
    some = [first(book, kind) for kind in KINDS]
    less, more = miscounted([each for number, each in enumerate(book) if number not in some]), miscounted(
        [*book, *(book[number] for number in some)])
    for number, kind in zip(some, KINDS):
        page, what = book[number].page, f"{kind} {book[number].name}".strip()
        gone = rf"docs/{page}\.md:\d+: the finished page does not show this: {what}"
        assert [said for said in less if re.fullmatch(gone, said)], what
        assert f"{page}: shown once more than docs/{page}.md says: {what}" in more
    assert len(less) == len(more) == len(KINDS)


ASKED = """\
# A page

```{listing} part.count
:pyobject: count
:caption: A piece of what comes later is the first to be shown, so it is no piece
```

````{folded} More
:::{listing} part.count
:lines: 1-2
:session: none
:::

```pycon
>>> 1
1
```
````

```{code-block} sh
:name: install-it

make
```

```{so-far} part.count.Counter
:keep: Base
```
"""


def test_what_a_page_has_to_show_is_read_from_its_fences(tiny_book: TinyBook) -> None:
    tiny_book.write("listings/part/run.run.json", '{"files": [{"name": "part.count"}, {"name": "part.other"}]}')
    tiny_book.write("listings/part/more.run.json", '{"files": [{"name": "part.more"}]}')
    tiny_book.page(f"{ASKED}\n```{{run}} part.run part.more\n```\n")
    assert due("index", tiny_book.root) == [
        ("docs/index.md:3", "module", "part.count"), ("docs/index.md:3", "session", "part.count"),
        ("docs/index.md:9", "piece", "part.count"), ("docs/index.md:14", "doctest", ""),
        ("docs/index.md:20", "illustration", "install-it"), ("docs/index.md:26", "flat", "part.count.Counter Base"),
        ("docs/index.md:30", "stepped", "part.other"), ("docs/index.md:30", "stepped", "part.more"),
    ]


def test_a_fence_that_the_census_does_not_know_is_named(tiny_book: TinyBook) -> None:
    tiny_book.page("# A page\n\n````{folded} x\n\n```python\nx = 1\n```\n````\n")
    with pytest.raises(BookError, match=r"^docs/index\.md:5: the census knows no fence ```python\. Code is shown"):
        due("index", tiny_book.root)


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


def test_a_page_that_prints_something_else_is_noticed(book: list[Block], tmp_path: Path) -> None:
    """A module, a session, a doctest and an output, of which the other pages are right."""
    changes = {
        "module": ('yield from walk(branch, f"{path}{name}/")', "yield from walk(branch, name)"),
        "session": ("'Ann Ann Ann Bob Bob Bob'", "'Ann Ann Ann Bob Bob Ann'"),
        "doctest": ("generator already executing", "generator already suspended"), "output": ("True", "False"),
    }
    wrong = [spoil(book, kind, *change) for kind, change in changes.items()]
    names = {block.name for block in wrong} - {""}
    needed = [each for each in book if each.kind in WITH_REMARKS and each.name != wrong[0].name]
    own = [each for each in book if each.kind == "session" and each.name == wrong[0].name]
    assert len(names) == 2
    write_tree([*needed, *own, *wrong], tmp_path)
    done = press("proof", tmp_path)
    assert (done.status, "4 run with" in done.said, ", 4 failed" in done.said) == (1, True, True), done.said


def test_a_listing_that_is_shown_in_two_ways_is_noticed(book: list[Block], tmp_path: Path) -> None:
    changed = replace(book[first(book, "module")], text="x = 1\n")
    with pytest.raises(AssertionError, match="shown in two ways"):
        write_tree([*book, changed], tmp_path)


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
