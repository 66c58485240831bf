"""The fences of a page: directives, and code."""
from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt
from mdit_py_plugins.colon_fence import colon_fence_plugin

MARKDOWN = MarkdownIt("commonmark").use(colon_fence_plugin).disable("inline")
"""Finds the blocks of a page, and leaves the text in them alone."""
BOXES = ("{folded}", "{solution}", "{admonition}", "{bars}", "{container}")
"""Fences that hold others."""


@dataclass(frozen=True)
class Fence:
    """A fence: its kind as it is written (``{listing}``, ``pycon``), its argument, its options and its content.

    `line` is the one that it begins in, `end` the first one after it, both counted from 1.
    """

    kind: str
    argument: str
    options: dict[str, str]
    content: str
    line: int
    end: int


@functools.cache
def fences(text: str, line: int = 1) -> list[Fence]:
    """Return the fences of a text that begins in this line of its page; not those within other fences."""
    found = []
    for token in MARKDOWN.parse(text):
        if token.type in ("fence", "colon_fence") and token.map:
            kind, _, argument = token.info.strip().partition(" ")
            head = re.match(r"(?::[\w-]+:.*\n)*", token.content)
            options = dict(re.findall(r"^:([\w-]+):[ ]*(.*)$", head[0] if head else "", re.MULTILINE))
            first, after = token.map
            found.append(Fence(kind, argument.strip(), options, token.content, line + first, line + after))
    return found


def inside(fence: Fence) -> list[Fence]:
    """Return the fences within a fence."""
    return fences(fence.content, fence.line + 1)


def everywhere(found: list[Fence]) -> Iterator[Fence]:
    """Yield fences, each before those within it."""
    for fence in found:
        yield fence
        if fence.kind in BOXES:
            yield from everywhere(inside(fence))
