"""What a section asks of its reader, counted in the English pages: words, terms, bracketed asides."""
from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field

from tests.support.fences import fences

OUTSIDE = ("Exercise", "Where this lives in asyncio", "Further reading")
"""Sections that are no running text."""
TERM = re.compile(r"\{term\}`(?:[^`<]*<)?([^`>]+)>?`")


@dataclass
class Section:
    """A section under a heading of the second level, and its line; what stands before the first has no title."""

    title: str
    line: int
    words: int = 0
    asides: int = 0
    terms: list[str] = field(default_factory=list)


@functools.cache
def sections(text: str) -> list[Section]:
    """Return the sections of a page, with what is counted in each; what folds and what is code is no running text."""
    found, boxes = [Section("", 1)], {fence.line: fence for fence in fences(text)}
    front = re.match(r"---\n.*?\n---\n", text, flags=re.S)
    after = front[0].count("\n") + 1 if front else 1
    for number, line in enumerate(text.splitlines(), 1):
        if number < after:
            continue
        if box := boxes.get(number):
            after = box.end
        elif line.startswith("## "):
            found.append(Section(line[3:].strip(), number))
        elif not re.match(r"#|\||\(\S+\)=$", line):
            found[-1].words += len(re.findall(r"[\w’'./-]+", re.sub(r"\{\w+\}|\]\(\S+?\)|<[^>]*>|[`*]", " ", line)))
            found[-1].asides += len(re.findall(r"(?<![\]\w`])\([^()`]*? [^()]*\)", line))
            found[-1].terms += TERM.findall(line)
    return found


def running(text: str) -> list[Section]:
    """Return the sections that are running text."""
    return [section for section in sections(text) if section.title not in OUTSIDE]
