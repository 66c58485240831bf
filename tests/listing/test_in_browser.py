"""Where a session cannot be run in a browser, its listing says why, and the same everywhere."""
from __future__ import annotations

from pathlib import Path

from bs4 import BeautifulSoup

from press.catalogue import ROOT
from tests.support.in_browser import reasons
from tests.support.tiny.book import PAGE, TinyBook

OPTION = PAGE.replace("Counting\n", "Counting\n:browser: no (threads)\n")


def test_pages_say_the_same_of_a_listing() -> None:
    why, wrong = reasons({path.relative_to(ROOT): path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md")})
    assert (why["turns.threads"], why["turns.round_robin"], wrong) == ("threads", "", [])


def test_pages_that_disagree_are_found() -> None:
    _why, wrong = reasons({Path("one.md"): PAGE, Path("two.md"): OPTION})
    assert wrong == ["two.md:3: one.md:3 says something else of part.count: write the same ':browser:'"]


def test_the_reason_is_in_the_page_where_listings_run(tiny_book: TinyBook) -> None:
    tiny_book.page(OPTION)
    tiny_book.write("conf.py", (tiny_book.root / "conf.py").read_text("utf-8") + "\nbook_run = True\n")
    assert tiny_book.build().status == 0
    told = [code["data-no"] for code in BeautifulSoup(tiny_book.html(), "html.parser").select(".code")]
    assert told == ["This can’t be run in a browser: it needs a second thread."] * 2


def test_a_reason_that_is_unknown_is_refused(tiny_book: TinyBook) -> None:
    tiny_book.page(OPTION.replace("no (threads)", "never"))
    assert "write why the session cannot be run in a browser: 'no (threads)'" in tiny_book.build().said
