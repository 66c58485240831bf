"""A section is one idea, without asides, and a chapter brings few new words; tests/site/test_size.py holds it short."""
from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from press.catalogue import ROOT
from press.contents import chapters
from tests.support.budgets import running, sections


class Limit(NamedTuple):
    """How much is allowed, and what to do about more."""

    number: int
    remedy: str


SECTION = Limit(450, "give an idea a section of its own, or fold up what not every reader needs")
ASIDES = Limit(1, "make a sentence of what is in brackets, or leave it out")
TERMS = Limit(15, "let another chapter bring some of them in, or use plain words")


def too_much(place: str, what: str, number: int, limit: Limit) -> list[str]:
    """Complain if there is more of something than is allowed."""
    return [f"{place}: {number} {what}, {limit.number} are allowed: {limit.remedy}"] if number > limit.number else []


def over(page: str, text: str, known: frozenset[str] = frozenset()) -> list[str]:
    """Say where a chapter is over its budget; `known` are the terms of the chapters before."""
    path, found, problems = f"docs/{page}.md", running(text), []
    for section in found:
        where = f"in the section {section.title!r}" if section.title else "before the first section"
        place = f"{path}:{section.line}"
        problems += too_much(place, f"words {where}", section.words, SECTION)
        problems += too_much(place, f"bracketed asides {where}", section.asides, ASIDES)
    new = sorted({term for section in found for term in section.terms} - known)
    return problems + too_much(f"{path}:1", f"new terms ({', '.join(new)})", len(new), TERMS)


def texts() -> dict[str, str]:
    """Return the chapters, in order."""
    return {page: (ROOT / "docs" / f"{page}.md").read_text("utf-8") for page in chapters(ROOT)}


def test_a_chapter_keeps_its_budget() -> None:
    problems: list[str] = []
    known: frozenset[str] = frozenset()
    for page, text in texts().items():
        problems += over(page, text, known)
        known |= {term for section in sections(text) for term in section.terms}
    assert not problems, "\n" + "\n".join(problems)


MANY = "word " * 451


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"# A\n\n## One\n\n{MANY}", "3: 451 words in the section 'One', 450 are allowed: give an idea a"),
        ("## One\n\nThis (and that) is (or was) so.", "1: 2 bracketed asides in the section 'One', 1 are allowed: "),
        (
            "## One\n\n" + "".join(f"{{term}}`a{number}`, " for number in range(16)),
            r"1: 16 new terms \(a0, a1, a10, .* a9\), 15 are allowed: let another chapter",
        ),
    ],
)
def test_what_is_over_is_named(text: str, complaint: str) -> None:
    (found,) = over("a", text)
    assert re.match(rf"docs/a\.md:{complaint}", found)
