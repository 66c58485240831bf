"""A chapter is an evening: what its finished page shows without a click has a limit, in words and in lines of code."""
from __future__ import annotations

import re
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from press.catalogue import ROOT
from press.contents import chapters
from tests.support.site.pages import SITE, Page, pages
from whoruns.tests.complaints import none

APART = re.compile("exercise|where-this-lives|further-reading")
"""Sections that are no part of a chapter's evening, by their ids."""
NO_TEXT = ("table", "svg", "figcaption", "script", "nav", "x-template", "button", "label", "header", "footer")
BESIDE = {"code-block-caption", "code-bar", "headerlink", "moved"}
"""What stands beside the text: captions, bars, signs, where to look for what was here."""
FOLDED = {"imports", "rest"}
"""Lines of code that a check box shows."""
WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")


class Size(NamedTuple):
    """How much there is to read."""

    words: int
    lines: int


def size_of(page: Page) -> Size:
    """Count what a chapter shows; tables, captions, what folds, and the exercise are left out."""
    return count(page.article)


def count(node: LexborNode) -> Size:
    if node.is_text_node:
        return Size(len(WORD.findall(node.text())), 0)
    if not node.is_element_node or left_out(node):
        return Size(0, 0)
    if node.tag == "pre":
        return Size(0, len([line for line in shown(node).splitlines() if line.strip() not in ("", "…")]))
    if node.tag == "code":
        return Size(1, 0)
    parts = [count(child) for child in node.iter(include_text=True)]
    return Size(sum(part.words for part in parts), sum(part.lines for part in parts))


def left_out(node: LexborNode) -> bool:
    closed = node.tag == "details" and "open" not in node.attributes
    apart = node.tag == "section" and APART.search(node.id or "")
    return bool(closed or apart or node.tag in NO_TEXT or BESIDE & classes(node))


def shown(node: LexborNode) -> str:
    if node.is_text_node:
        return node.text()
    if "gone" in classes(node):
        return f"{node.attributes['data-line']}\n"
    return "" if FOLDED & classes(node) else "".join(shown(child) for child in node.iter(include_text=True))


def classes(node: LexborNode) -> set[str]:
    return set((node.attributes.get("class") or "").split())


LIMIT = Size(words=2_000, lines=250)
"""Words of running text and lines of code that a chapter may show."""
REMEDIES = (
    "move an idea to another page, or fold up what not every reader needs",
    "show each listing once, keep of its session what the text speaks of, and fold up or move the rest",
)


def too_long(name: str, size: Size) -> list[str]:
    """Complain about a chapter that is longer than it may be."""
    return [
        f"docs/{name}.md: {number} {what}, {limit} are allowed: {remedy}"
        for number, limit, what, remedy in zip(size, LIMIT, ("words", "lines of code"), REMEDIES)
        if number > limit
    ]


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
