"""What is shown of a listing against another one, of somebody else's program, and folded up."""
from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from press.listing.changes import difference
from press.quotation import problem_of
from tests.support.shell import run
from tests.support.site.census import problems_of_difference
from tests.support.site.published import Block
from tests.support.tiny.book import MODULE, SESSION, TinyBook
from whoruns.tests.pythons import pythons

TWICE = MODULE.replace("    return", "    limit *= 2\n    return").replace("range(limit)", "range(int(limit))")
CAPTION = ":caption: Counting"


def test_a_difference_has_the_functions_that_differ() -> None:
    old = "A = 1\n\n\ndef one():\n    return 1\n\n\nclass Two:\n    def go(self):\n        a()\n        b()\n"
    new = old.replace("A = 1", "A = 2").replace("        b()\n", "").replace("a()", "a(1)")
    found = difference(old, new)
    assert (found.shown, found.new, found.gone) == ([9, 10], {10}, {10: ["        a()", "        b()"]})


def test_a_line_that_is_gone_at_the_end_stands_behind_the_last() -> None:
    old = "def one():\n    a()\n    b()\n"
    found = difference(old, "def one():\n    a()\n")
    assert (found.shown, found.new, found.gone) == ([1, 2], set(), {3: ["    b()"]})


def test_the_page_shows_what_is_gone_and_what_is_new(tiny_book: TinyBook) -> None:
    tiny_book.listing("part.twice", TWICE, SESSION)
    page = "# A page\n\n```{listing} part.count\n:caption: One\n```\n\n"
    tiny_book.page(f"{page}```{{listing}} part.twice\n{CAPTION}\n:against: part.count\n:session: none\n```\n")
    assert tiny_book.build().status == 0
    soup = BeautifulSoup(tiny_book.html(), "html.parser")
    assert [line["data-line"] for line in soup.select(".gone")] == ["    return list(range(limit))"]
    new = "".join(line.get_text() for line in soup.select(".new"))
    assert new == "    limit *= 2\n    return list(range(int(limit)))\n"
    assert "(the difference from Listing 1)" in soup.article.get_text()  # type: ignore[union-attr]


def test_a_difference_without_any_is_refused(tiny_book: TinyBook) -> None:
    tiny_book.page(f"# A page\n\n```{{listing}} part.count\n{CAPTION}\n:against: part.count\n```\n")
    tiny_book.refused("docs/index.md:3", "no function of part.count differs from part.count")


def test_a_spoilt_difference_on_a_page_is_found(tiny_book: TinyBook) -> None:
    tiny_book.listing("part.twice", TWICE, SESSION)
    gone = ("    return list(range(limit))",)
    assert problems_of_difference(Block("x", "module", "part.twice", TWICE, "part.count", gone), tiny_book.root) == []
    for wrong in ((), ("    return list()",), gone * 2):
        assert problems_of_difference(Block("x", "module", "part.twice", TWICE, "part.count", wrong), tiny_book.root)


def test_a_quotation_is_in_the_source() -> None:
    name = "asyncio.base_events.BaseEventLoop._run_once"
    lines = "ntodo = len(self._ready)\nfor i in range(ntodo):\n    handle = self._ready.popleft()\n"
    assert problem_of(name, lines) == ""
    for wrong in (lines.replace("i in", "j in"), lines.replace("ntodo = len(self._ready)\n", "ntodo = 1\n")):
        assert "does not have these lines" in problem_of(name, wrong)
    assert "there is no source" in problem_of("asyncio.base_events.nothing", lines)


def test_a_wrong_quotation_is_refused(tiny_book: TinyBook) -> None:
    tiny_book.page("# A page\n\n```{quoted} asyncio.base_events.BaseEventLoop._run_once\nntodo = 1\n```\n")
    tiny_book.refused("docs/index.md:3", "does not have these lines")


@pytest.mark.parametrize("version", list(pythons()))
def test_every_quotation_is_in_each_python(version: str) -> None:
    from tests.support.site.published import blocks

    quoted = [(block.name, block.text) for block in blocks("en") if block.kind == "quoted"]
    code = f'from press.quotation import problem_of\nfor each in {quoted!r}:\n    print(problem_of(*each), end="")'
    assert quoted
    assert run(pythons()[version], "-c", code).said == ""


def test_a_box_folds_under_its_title(tiny_book: TinyBook) -> None:
    tiny_book.page("# A page\n\n```{folded} Who is *lost*?\nBob.\n```\n")
    assert tiny_book.build().status == 0
    summary = BeautifulSoup(tiny_book.html(), "html.parser").select_one("details > summary")
    assert summary is not None
    assert summary.get_text() == "Who is lost?"
    assert "Bob." in str(summary.parent)
