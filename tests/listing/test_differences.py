"""What is shown of a listing against another one, of somebody else's program, and folded up."""
from __future__ import annotations

from press.listing.changes import difference
from press.quotation import problem_of
from tests.support.shell import run
from tests.support.site.census import problems_of_difference
from tests.support.site.published import Block, blocks
from tests.support.tiny.book import MODULE, SESSION, TinyBook
from whoruns.tests.complaints import none
from whoruns.tests.pythons import pythons

TWICE = MODULE.replace("    return", "    limit *= 2\n    return").replace("range(limit)", "range(int(limit))")
QUOTED = "asyncio.base_events.BaseEventLoop._run_once"


def test_a_difference_has_the_functions_that_differ() -> None:
    old = "A = 1\n\n\ndef one():\n    return 1\n\n\nclass Two:\n    def go(self):\n        a()\n        b()\n"
    new = old.replace("A = 1", "A = 2").replace("        b()\n", "").replace("a()", "a(1)")
    found = difference(old, new)
    assert (found.shown, found.new, found.gone) == ([9, 10], {10}, {10: ["        a()", "        b()"]})
    found = difference("def one():\n    a()\n    b()\n", "def one():\n    a()\n")
    assert (found.shown, found.new, found.gone) == ([1, 2], set(), {3: ["    b()"]}), "behind the last line"


def test_the_page_shows_what_is_gone_and_what_is_new_and_a_box_folds(tiny_book: TinyBook) -> None:
    tiny_book.listing("part.twice", TWICE, SESSION)
    page = "# A page\n\n```{listing} part.count\n:caption: One\n```\n\n"
    page += "```{listing} part.twice\n:caption: Two\n:against: part.count\n:session: none\n```\n\n"
    tiny_book.page(page + "```{folded} Who is *lost*?\nBob.\n```\n")
    soup = tiny_book.made()
    assert [line["data-line"] for line in soup.select(".gone")] == ["    return list(range(limit))"]
    new = "".join(line.get_text() for line in soup.select(".new"))
    assert new == "    limit *= 2\n    return list(range(int(limit)))\n"
    assert "(the difference from Listing 1)" in soup.select("article")[0].get_text()
    (summary,) = soup.select("details:not(.more) > summary")
    assert summary.get_text() == "Who is lost?" and "Bob." in str(summary.parent)


def test_a_spoilt_difference_on_a_page_is_found(tiny_book: TinyBook) -> None:
    tiny_book.listing("part.twice", TWICE, SESSION)
    gone = ("    return list(range(limit))",)
    assert problems_of_difference(Block("x", "module", "part.twice", TWICE, "part.count", gone), tiny_book.root) == []
    for wrong in ((), ("    return list()",), gone * 2):
        assert problems_of_difference(Block("x", "module", "part.twice", TWICE, "part.count", wrong), tiny_book.root)


def test_a_quotation_is_in_the_source(tiny_book: TinyBook) -> None:
    lines = "ntodo = len(self._ready)\nfor i in range(ntodo):\n    handle = self._ready.popleft()\n"
    assert problem_of(QUOTED, lines) == ""
    assert "does not have these lines" in problem_of(QUOTED, lines.replace("i in", "j in"))
    assert "there is no source" in problem_of("asyncio.base_events.nothing", lines)
    tiny_book.page(f"# A page\n\n```{{quoted}} {QUOTED}\nntodo = 1\n```\n")
    tiny_book.refused("docs/index.md:3", "does not have these lines")


def test_every_quotation_is_in_each_python() -> None:
    quoted = [(block.name, block.text) for block in blocks("en") if block.kind == "quoted"]
    assert quoted
    code = f'from press.quotation import problem_of\nfor each in {quoted!r}:\n    print(problem_of(*each), end="")'
    none(f"Python {version}: {said}" for version, path in pythons().items() if (said := run(path, "-c", code).said))
