"""Who reads a page as text meets no listing twice, and nothing that is meant for a style sheet."""
from __future__ import annotations

import pytest

from press.catalogue import ROOT
from press.contents import pages as order
from tests.support.site.as_text import complaints, lines
from tests.support.site.pages import LANGUAGES, SITE, Page, pages
from tests.support.tiny.book import TinyBook
from whoruns.tests.complaints import none


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_meets_a_listing_twice(language: str) -> None:
    none(complaints(pages(language)[name] for name in order(ROOT)))


CODE = '<article><div class="code module" data-listing="a.b"><pre>{}</pre></div></article>'
ROWS = "<i></i>one <span>1</span>\n<i></i>\n<i></i>two\n<i></i>three\n"


def page(html: str, name: str = "a") -> Page:
    """Return a page."""
    return Page(SITE, f"en/{name}.html", html)


def test_a_line_that_comes_again_is_counted() -> None:
    first, piece = page(CODE.format(ROWS)), '<i></i>one 1\n<span class="gap"><b></b></span><i></i>x\n'
    again = page(CODE.format(piece), "b")
    assert list(lines(ROWS)) == [(1, "one 1"), (3, "two"), (4, "three")]
    (said,) = complaints([first, again])
    assert said == "20.0% of the lines of listings come again, 4% may: b: a.b (1), a: a.b (0)"
    hidden = page(CODE.format(f'<span class="rest" hidden>{ROWS}</span><i></i>more\n'), "b")
    assert complaints([first, hidden]) == []
    for html in ("<pre>a\n<del>b\n</del></pre>", "<p>a [DEL:b:DEL]</p>", '<a class="moved">It has moved.</a>'):
        assert complaints([page(f"<article>{html}</article>")]), "it is meant for nobody who reads a text"


def test_a_check_box_shows_what_is_hidden_without_a_script(tiny_book: TinyBook) -> None:
    tiny_book.page("# A page\n\n```{listing} part.count\n:caption: One\n:lines: 1-2\n```\n")
    tiny_book.made()
    html = tiny_book.html()
    assert '<span class="old rest" hidden>' in html and 'class="whole"' in html
    sheet = (tiny_book.root / "html/en/_static/book.css").read_text("utf-8")
    assert ".rest { display: inline; }" in sheet, "or the attribute would hide what the box shows"
