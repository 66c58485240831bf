"""The load of a section, counted in the English pages (words, terms, bracketed asides, questions), and the limits."""
from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.support.fences import fences

OUTSIDE = ("Exercise", "Where this lives in asyncio", "Further reading")
"""Sections that are no running text."""
TERM = re.compile(r"\{term\}`(?:[^`<]*<)?([^`>]+)>?`")


class Limit(NamedTuple):
    """How much is allowed, and the remedy for more."""

    number: int
    remedy: str


SECTION = Limit(450, "give an idea a section of its own, or fold up what not every reader needs")
CHAPTER = Limit(1_800, "move an idea to another page, or fold up what not every reader needs")
CODE = Limit(250, "show each listing once, keep of its session what the text speaks of, fold up or move the rest")
ASIDES = Limit(1, "make a sentence of what is in brackets, or leave it out")
ASKED = Limit(3, "say it, or ask where a figure, a session or a listing follows that answers")
TERMS = Limit(15, "let another chapter bring some of them in, or use plain words")


@dataclass
class Section:
    """A section under a heading of the second level, and its line; text before the first has no title."""

    title: str
    line: int
    words: int = 0
    asides: int = 0
    asked: int = 0
    terms: list[str] = field(default_factory=list)


@functools.cache
def sections(text: str) -> list[Section]:
    """Return the sections of a page, with their counts; folds and code are no running text."""
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
            if not re.match(r"- |\d+\. ", line):  # a list of questions is none
                found[-1].asked += re.sub(r"`[^`]*`|“[^”]*”|\*\*.*?\*\*", "", line).count("?")
                found[-1].asked -= line.endswith("?") and any(number < each <= number + 2 for each in boxes)
            found[-1].terms += TERM.findall(line)
    return found


def running(text: str) -> list[Section]:
    """Return the sections that are running text."""
    return [section for section in sections(text) if section.title not in OUTSIDE]


def too_much(place: str, what: str, number: int, limit: Limit) -> list[str]:
    """Complain if there is more of something than is allowed."""
    return [f"{place}: {number} {what}, {limit.number} are allowed: {limit.remedy}"] if number > limit.number else []


def over(page: str, text: str, known: frozenset[str] = frozenset()) -> list[str]:
    """Say where a chapter is over its budget; `known` are the terms of the chapters before."""
    path, found = f"docs/{page}.md", running(text)
    problems = too_much(f"{path}:1", "words", sum(section.words for section in found), CHAPTER)
    for section in found:
        where = f"in the section {section.title!r}" if section.title else "before the first section"
        place = f"{path}:{section.line}"
        problems += too_much(place, f"words {where}", section.words, SECTION)
        problems += too_much(place, f"bracketed asides {where}", section.asides, ASIDES)
    problems += too_much(f"{path}:1", "questions in its text", sum(section.asked for section in found), ASKED)
    new = sorted({term for section in found for term in section.terms} - known)
    return problems + too_much(f"{path}:1", f"new terms ({', '.join(new)})", len(new), TERMS)
