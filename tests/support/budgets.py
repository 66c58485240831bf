"""What a chapter asks of its reader, counted in the English pages: words, listings, lines, terms, bracketed asides."""
from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field
from typing import NamedTuple

from press.catalogue import ROOT, Listing
from press.listing.changes import difference, new_lines
from press.listing.program import functions
from tests.support.fences import Fence, fences

OUTSIDE = ("Exercises", "Where this lives in asyncio", "Further reading")
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
    fences: list[Fence] = field(default_factory=list)


class Lines(NamedTuple):
    """Lines of a listing that are not blank: how many a fence shows in one piece, and how many of them are new."""

    shown: int
    new: int


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
            found[-1].fences.append(box)
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


def lines(fence: Fence) -> Lines:
    """Count the lines of a listing that a fence shows."""
    source, options = Listing(fence.argument, ROOT).module.read_text("utf-8"), fence.options
    text = source.splitlines()
    shown = list(range(1, len(text) + 1))
    new = set(shown)
    if other := options.get("since") or options.get("against"):
        before = Listing(other, ROOT).module.read_text("utf-8")
        new = new_lines(before, source)
        if "against" in options:
            found = difference(before, source)
            shown, new = found.shown, found.new
    if "pyobject" in options:
        name, places = options["pyobject"], functions(source)
        found_there = [place for each, place in places.items() if each == name or each.startswith(f"{name}.")]
        start, end = found_there[0][0], found_there[-1][1]
        shown = list(range(start, end + 1))
    elif "lines" in options:
        first, _, last = options["lines"].partition("-")
        shown = list(range(int(first), int(last or first) + 1))
    full = [row for row in shown if text[row - 1].strip()]
    return Lines(len(full), len(new.intersection(full)))
