"""What a chapter asks of its reader, counted in the English pages: words, listings, lines, terms, bracketed asides."""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from press.catalogue import ROOT, Listing
from press.listing.changes import difference, new_lines
from press.listing.program import functions

OUTSIDE = ("Exercises", "Where this lives in asyncio", "Further reading")
"""Sections that are no running text."""
FENCE = re.compile(r"^(`{3,})(?:\{([\w-]+)\})? ?(.*)$")
TERM = re.compile(r"\{term\}`(?:[^`<]*<)?([^`>]+)>?`")


@dataclass
class Fence:
    """A fence on a page: ``{listing} turns.talk`` with its options."""

    kind: str
    argument: str
    options: dict[str, str]
    lines: int = 0
    """Lines of code that are shown in one piece."""
    new: int = 0
    """Lines of it that are not blank and were not shown before."""


@dataclass
class Section:
    """A section under a heading of the second level; what stands before the first has no title."""

    title: str
    words: int = 0
    asides: int = 0
    terms: list[str] = field(default_factory=list)
    fences: list[Fence] = field(default_factory=list)


def sections(text: str, root: Path = ROOT) -> list[Section]:
    """Return the sections of a page, with what is counted in each; what folds and what is code is no running text."""
    found, lines = [Section("")], iter(re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S).splitlines())
    for line in lines:
        if line.startswith("## "):
            found.append(Section(line[3:].strip()))
        elif fence := FENCE.match(line):
            found[-1].fences.append(read(fence, lines, root))
        elif not re.match(r"#|\||\(\S+\)=$|:{3,}", line):
            found[-1].words += len(re.findall(r"[\w’'./-]+", re.sub(r"\{\w+\}|\]\(\S+?\)|<[^>]*>|[`*]", " ", line)))
            found[-1].asides += len(re.findall(r"(?<![\]\w`])\([^()`]*? [^()]*\)", line))
            found[-1].terms += TERM.findall(line)
    return found


def read(fence: re.Match[str], lines: Iterator[str], root: Path) -> Fence:
    """Read a fence to its end."""
    inside = []
    for line in lines:
        if re.fullmatch(rf"{fence[1]}`*", line):
            break
        inside.append(line)
    options = dict(re.findall(r"^:(\w+): (.*)$", "\n".join(inside), re.M))
    found = Fence(fence[2] or "", fence[3], options)
    if found.kind == "listing":
        count(found, Listing(found.argument, root).module.read_text("utf-8"), root)
    return found


def count(fence: Fence, source: str, root: Path) -> None:
    """Count the lines that a listing shows, and those of them that are new."""
    text, options = source.splitlines(), fence.options
    shown = list(range(1, len(text) + 1))
    other = options.get("since") or options.get("against")
    new = set(shown)
    if other:
        before = Listing(other, root).module.read_text("utf-8")
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
    fence.lines = sum(bool(text[row - 1].strip()) for row in shown)
    fence.new = sum(bool(text[row - 1].strip()) for row in shown if row in new)
