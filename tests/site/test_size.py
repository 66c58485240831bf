"""A chapter is an evening: what its finished page shows without a click has a limit, in words and in lines of code."""
from __future__ import annotations

from press.catalogue import ROOT
from press.contents import chapters
from tests.support.site.pages import SITE, Page, pages
from tests.support.site.size import LIMIT, REMEDIES, Size, size_of, too_long
from whoruns.tests.complaints import none


def test_a_chapter_is_an_evening() -> None:
    book = pages("en")
    none(said for name in chapters(ROOT) for said in too_long(name, size_of(book[name])))


def test_a_chapter_that_is_too_long_is_named() -> None:
    assert too_long("a", LIMIT) == []
    words, lines = too_long("a", Size(2_001, 251))
    assert words == f"docs/a.md: 2001 words, 2000 are allowed: {REMEDIES[0]}"
    assert lines == f"docs/a.md: 251 lines of code, 250 are allowed: {REMEDIES[1]}"


CODE = (
    '<div class="code module"><div class="code-bar"><span class="file">a/b.py</span><label>imports: 1</label></div>'
    '<pre>"""A."""\n<span class="imports">import os\n\n</span><span class="new">x = 1\n</span>'
    '<span class="gone" data-line="y = 1"></span></pre></div>'
)


SEEN = [
    ("<h2>1.2. It’s here</h2><p>Don't <code>a(b, c)</code> <b>3</b>, no-one.</p>", 4 + 5, 0),
    (f'<div class="code-block-caption">one two</div>{CODE}<p>three</p>', 1, 3),
    (f"<details><summary>one</summary><p>two</p>{CODE}</details>", 0, 0),
    (f"<details open><summary>one</summary><p>two</p>{CODE}</details>", 2, 3),
    (f'<section id="exercise"><p>one</p>{CODE}</section>', 0, 0),
    ("<table><tr><td>1</td></tr></table><figure><figcaption>2</figcaption><svg><text>3</text></svg>", 0, 0),
    ('<pre><span class="old rest">a\n</span><span class="old">b\n</span><span class="gap"></span></pre>', 0, 1),
    ('<template class="run"><p>one</p></template>', 0, 0),
]


def test_what_is_seen_is_counted() -> None:
    for html, words, lines in SEEN:
        text = f"<!doctype html><html><body><nav>no</nav><article>{html}</article>"
        assert size_of(Page(SITE, "en/a.html", text)) == (words, lines), html
