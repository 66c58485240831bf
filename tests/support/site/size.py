"""How much of a chapter a reader sees without a click, in words of running text and lines of code, and its limit."""
from __future__ import annotations

import re
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from tests.support.site.pages import Page

APART = re.compile("exercise|where-this-lives|further-reading")
"""Sections that are no part of a chapter's evening, by their ids."""
NO_TEXT = ("table", "svg", "figcaption", "script", "nav", "x-template", "button", "label", "header", "footer")
BESIDE = {"code-block-caption", "code-bar", "headerlink", "moved"}
"""The parts beside the text: captions, bars, signs, links to moved sections."""
FOLDED = {"imports", "rest"}
"""Lines of code that a check box shows."""
WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")


class Size(NamedTuple):
    """How much there is to read."""

    words: int
    lines: int


LIMIT = Size(words=2_000, lines=250)
"""Words of running text and lines of code that a chapter may show."""
REMEDIES = (
    "move an idea to another page, or fold up what not every reader needs",
    "show each listing once, keep of its session what the text speaks of, and fold up or move the rest",
)


def size_of(page: Page) -> Size:
    """Count the parts of a chapter; tables, captions, folds, and the exercise are left out."""
    return _count(page.article)


def too_long(name: str, size: Size) -> list[str]:
    """Complain about a chapter that is longer than it may be."""
    return [
        f"docs/{name}.md: {number} {what}, {limit} are allowed: {remedy}"
        for number, limit, what, remedy in zip(size, LIMIT, ("words", "lines of code"), REMEDIES)
        if number > limit
    ]


def _count(node: LexborNode) -> Size:
    if node.is_text_node:
        return Size(len(WORD.findall(node.text())), 0)
    if not node.is_element_node or _left_out(node):
        return Size(0, 0)
    if node.tag == "pre":
        return Size(0, len([line for line in _shown(node).splitlines() if line.strip() not in ("", "…")]))
    if node.tag == "code":
        return Size(1, 0)
    parts = [_count(child) for child in node.iter(include_text=True)]
    return Size(sum(part.words for part in parts), sum(part.lines for part in parts))


def _left_out(node: LexborNode) -> bool:
    closed = node.tag == "details" and "open" not in node.attributes
    apart = node.tag == "section" and APART.search(node.id or "")
    return bool(closed or apart or node.tag in NO_TEXT or BESIDE & _classes(node))


def _shown(node: LexborNode) -> str:
    if node.is_text_node:
        return node.text()
    if "gone" in _classes(node):
        return f"{node.attributes['data-line']}\n"
    return "" if FOLDED & _classes(node) else "".join(_shown(child) for child in node.iter(include_text=True))


def _classes(node: LexborNode) -> set[str]:
    return set((node.attributes.get("class") or "").split())
