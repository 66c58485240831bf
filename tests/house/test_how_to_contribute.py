"""The example in CONTRIBUTING.md can be followed to the letter: it is put on its page, and passes what it is asked."""
from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from press.catalogue import PACKAGE, ROOT, Listing
from press.contents import chapters
from press.figures.kept import CAST, read_kept
from press.figures.making import record
from press.figures.recordings import as_text
from press.proof import run_doctest
from tests.support.budgets import over
from tests.support.listings import change
from tests.support.oracle import view
from tests.support.shell import run
from tests.support.site.pages import Site
from tests.support.tiny.book import TinyBook
from tests.support.uses import complaint, early
from whoruns.recorder.run_file import RunError
from whoruns.recorder.sandbox import fresh_listings
from whoruns.tests.complaints import none
from whoruns.tests.oracle.laws import broken
from whoruns.tests.oracle.shown import figure
from whoruns.tests.oracle.tracer import House
from whoruns.tests.oracle.truth import lies

EXAMPLE = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## An example, from start to end\n")[1].split("\n## ")[0]
FILES = dict(re.findall(r"`((?:ghetto_asyncio|listings)/[^`]+)`[^`]*:\n\n```\w+\n(.*?)```", EXAMPLE, re.DOTALL))
NAME = "turns.last_first"
((SECTION, PAGE),) = re.findall(r"end of\s+the section \*(.+?)\* of\s+`docs/(.+?)\.md`", EXAMPLE)
(FENCES,) = re.findall(r"(?s)\n````markdown\n(.*?)````\n", EXAMPLE)
ELSEWHERE = re.compile(r"undefined label|term not in glossary")
"""What a page says of others, which are not built beside it."""


@pytest.fixture
def written(tree: Path) -> Listing:
    """Return the listing of the example, written into a copy of the listings."""
    listing = Listing(NAME, tree)
    assert [tree / name for name in FILES] == [listing.module, listing.session, listing.run]
    for name, text in FILES.items():
        (tree / name).write_text(text, "utf-8")
    return listing


def proved(listing: Listing) -> str:
    """Run the session; return what is wrong with it."""
    with fresh_listings(listing.root):
        return run_doctest(listing.session.read_text("utf-8"), listing.name, str(listing.session))


@pytest.fixture
def book(written: Listing) -> TinyBook:
    """Return a book of the page of the example alone, with the example on it, and its recording."""
    written.recording.write_text(as_text(record(NAME, written.root)), "utf-8")
    (written.root / PACKAGE / "follow.toml").unlink()  # it names chapters that are not in this book
    before, title, after = (ROOT / f"docs/{PAGE}.md").read_text("utf-8").partition(f"\n## {SECTION}\n")
    section, heading, rest = after.partition("\n## ")
    book = TinyBook(written.root)
    book.page(f"# A book\n\n```{{toctree}}\n:numbered:\n\n{PAGE}\n```\n")
    book.page(f"{before}{title}{section}\n{FENCES}{heading}{rest}", PAGE)
    return book


def wrong(book: TinyBook) -> list[str]:
    """Build the book; return what is wrong with it."""
    return [line for line in book.build().said.splitlines() if line and not ELSEWHERE.search(line)]


def test_it_can_be_followed(written: Listing, book: TinyBook) -> None:
    assert proved(written) == ""
    words = ("-m", "ruff", "check", "--config", ROOT / "pyproject.toml", written.module, written.run)
    ruff = run(sys.executable, *words, cwd=book.root)
    assert ruff.status == 0, ruff.said
    (shown,) = figure([read_kept(written)], view(FENCES), "en", CAST)
    none([*lies(shown, House(book.root, PACKAGE, book.root / "listings").told(NAME)), *broken(shown)])
    none(wrong(book))
    page = Site(book.root / "html").page(f"en/{PAGE}.html")
    assert NAME in [each.attributes["data-run"] for each in page.css("figure.run g.part")]
    none(over(PAGE, (book.root / f"docs/{PAGE}.md").read_text("utf-8")))
    before = chapters(ROOT)[: chapters(ROOT).index(PAGE)]
    for name in before:
        book.page((ROOT / f"docs/{name}.md").read_text("utf-8"), name)
    none(complaint(use, where) for _page, use, where in early([*before, PAGE], book.root))


def test_what_goes_wrong_is_noticed(written: Listing, book: TinyBook) -> None:
    change(written.module, "ready.pop()", "ready.pop(0)")
    assert "Got:\n    Ann 0> at last!" in proved(written)
    assert [line for line in wrong(book) if f"the recording of {NAME} is stale" in line]
    change(written.run, f'"{NAME}", ', '"turns.first_last", ')
    with pytest.raises(RunError, match="there is no listing 'turns\\.first_last'"):
        record(NAME, written.root)
