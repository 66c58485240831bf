"""Code is marked up where its colour changes, and nowhere else."""
from __future__ import annotations

import re
from html import unescape

import pytest
from pygments import highlight
from pygments.lexers import get_lexer_by_name

from press.catalogue import ROOT, every
from press.theme.markup import SparingFormatter
from tests.support.tiny.book import TinyBook


def html(code: str, language: str = "python") -> str:
    """Return the code as a page has it."""
    return str(highlight(code, get_lexer_by_name(language), SparingFormatter(nowrap=True)))


@pytest.mark.parametrize(
    ("code", "marked"),
    [
        ("x = y[0] + 1\n", "x = y[0] + 1\n"),
        ("if x not in y:\n", '<span class="k">if</span> x <span class="k">not in</span> y:\n'),
        ("def f():  # why\n", '<span class="k">def</span> <span class="f">f</span>():  <span class="c"># why</span>\n'),
        ('a = b"x\\n" f"{y}"\n', 'a = <span class="s">b"x\\n" f"{</span>y<span class="s">}"</span>\n'),
        ('"""A.\n\n  B."""\n', '<span class="s">"""A.</span>\n\n<span class="s">  B."""</span>\n'),
        ("x < y & z\n", "x &lt; y &amp; z\n"),
    ],
)
def test_a_span_stands_where_the_colour_changes(code: str, marked: str) -> None:
    assert html(code) == marked


def test_prompts_are_marked_and_answers_are_not() -> None:
    assert html(">>> f(1)\n'a'\n", "pycon") == '<span class="gp">&gt;&gt;&gt; </span>f(1)\n\'a\'\n'


def test_each_line_stands_for_itself_and_nothing_is_lost() -> None:
    """Of each fourth listing: all are on pages, which test_published.py holds against them."""
    for listing in list(every(ROOT))[::4]:
        source = listing.source()
        lines = html(source).splitlines()
        assert all(line.count("<span") == line.count("</span>") for line in lines), listing.name
        assert unescape(re.sub("<[^>]*>", "", "\n".join(lines))) + "\n" == source


def test_a_page_has_no_markup_that_no_style_sheet_asks_for(tiny_book: TinyBook) -> None:
    """And a number is not torn from its ending."""
    tiny_book.page("# A page\n\nThe `x  <  y` of the 10-й line, 3-4 or `10-й`.\n\n|  | a |\n| - | - |\n| b | 2 |\n")
    tiny_book.made("ru")
    page = tiny_book.html("ru")
    assert "<code>x\u00a0 &lt;\u00a0 y</code>" in page
    assert "<td></td>" in page and "<th>a</th>" in page
    assert "10\u2011й line, 3-4 or <code>10-й</code>" in page
