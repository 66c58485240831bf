"""Firefox shows what Chromium shows; all the other tests ask Chromium."""
from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from conf import book_url
from tests.support.site.browser import FIREFOX, NO_FIREFOX, serve
from tests.support.site.firefox import firefox
from tests.support.site.pages import HTML, LANGUAGES
from tests.support.site.steppers import PAGES, ROBIN

pytestmark = pytest.mark.skipif(FIREFOX is None, reason=NO_FIREFOX)


def test_firefox_opens_five_pages_moves_a_figure_and_finds() -> None:
    with serve(HTML, urlsplit(book_url).path) as address, firefox() as window:
        book = f"{address}{LANGUAGES[0]}/"
        window.open(f"{book}index.html")
        window.press("/")
        window.until("document.querySelector('.book-search')?.open")
        window.evaluate("""{
          const field = document.querySelector(".book-search input");
          field.value = "semaphore";
          field.dispatchEvent(new Event("input"));
        }""")
        window.until("document.querySelector('.book-search a')")
        window.evaluate("document.querySelector('.book-search a').click()")
        window.until("location.hash && document.readyState === 'complete'")

        window.open(f"{book}{PAGES[ROBIN]}.html")
        window.evaluate(f"""document.querySelector('template.run[data-run="{ROBIN}"]').closest("figure").scrollIntoView()""")
        window.until("document.querySelector('.moment .lines')")
        step = "document.querySelector('.moment').dataset.step"
        before = window.evaluate(step)
        window.evaluate("document.querySelector('.moment').focus()")
        window.press("\ue014")  # an arrow to the right
        window.until(f"{step} === '{int(before) + 1}'")

        window.open(f"{book}glossary.html")
        assert window.evaluate("getComputedStyle(document.querySelector('dl.glossary')).display") == "block"
        for page in ("workbench.html", "search.html?q=semaphore"):
            window.open(book + page)
        window.until("document.querySelector('.book-search a')")
        assert window.problems == []
