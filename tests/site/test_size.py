"""A chapter is an evening: the code that its finished page shows without a click has a limit."""
from __future__ import annotations

from press.catalogue import ROOT
from press.contents import chapters
from tests.support.budgets import CODE, too_much
from tests.support.site.pages import SITE, Page, pages
from whoruns.tests.complaints import none

APART = "details:not([open]), x-template, [id*=exercise], [id*=where-this-lives], [id*=further-reading]"
"""Parts of a page that are read on another evening, or never."""


def lines(page: Page) -> int:
    """Return how many lines of code are seen."""
    apart = {pre for each in page.article.css(APART) for pre in each.css("pre")}
    shown = [pre for pre in page.article.css("pre") if pre not in apart]
    gone = [str(line.attributes["data-line"]) for pre in shown for line in pre.css(".gone")]
    folded = [each.text() for pre in shown for each in pre.css(".imports, .rest")]
    return sum(map(count, [*(pre.text() for pre in shown), *gone])) - sum(map(count, folded))


def count(text: str) -> int:
    """Return how many lines of a text say something."""
    return sum(line.strip() not in ("", "…") for line in text.splitlines())


def test_a_chapter_is_an_evening() -> None:
    sizes = {name: lines(pages("en")[name]) for name in chapters(ROOT)}
    none(said for name, size in sizes.items() for said in too_much(f"docs/{name}.md", "lines of code", size, CODE))
    html = '<pre><i class="imports">import os\n</i>x = 1\n\n<i class="gone" data-line="y"></i></pre>'
    html += f'<details>{html}</details><section id="exercise">{html}</section>'
    assert lines(Page(SITE, "en/a.html", f"<!doctype html><article>{html}</article>")) == 2
