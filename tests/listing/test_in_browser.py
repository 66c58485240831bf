"""Where a session cannot be run in a browser, its listing says why, and the same everywhere."""
from __future__ import annotations

from pathlib import Path

from press.catalogue import ROOT
from tests.support.in_browser import reasons
from tests.support.tiny.book import PAGE, TinyBook
from whoruns.tests.complaints import none

OPTION = PAGE.replace("Counting\n", "Counting\n:browser: no (threads)\n")


def test_pages_say_the_same_of_a_listing() -> None:
    why, wrong = reasons({path.relative_to(ROOT): path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md")})
    assert (why["turns.threads"], why["turns.round_robin"]) == ("threads", "")
    none(wrong)
    _why, wrong = reasons({Path("one.md"): PAGE, Path("two.md"): OPTION})
    assert wrong == ["two.md:3: one.md:3 says something else of part.count: write the same ':browser:'"]


def test_the_reason_is_in_the_page_where_listings_run(tiny_book: TinyBook) -> None:
    tiny_book.page(OPTION)
    tiny_book.write("conf.py", (tiny_book.root / "conf.py").read_text("utf-8") + "\nbook_run = True\n")
    told = [code["data-no"] for code in tiny_book.made().select(".code")]
    assert told == ["This can’t be run in a browser: it needs a second thread."] * 2
