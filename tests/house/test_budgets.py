"""A chapter is an evening, a section one idea, a listing one screen; what is too much goes elsewhere."""
from __future__ import annotations

import re

import pytest

from press.catalogue import ROOT
from tests.support.budgets import OUTSIDE, Section, sections

PARTS = "turns|waiting|callbacks|tasks|kernel|together"
CHAPTERS = re.findall(rf"^((?:{PARTS})/\S+)$", (ROOT / "docs/index.md").read_text("utf-8"), re.M)
CHAPTER, SECTION, ASIDES, LISTINGS, PIECE, TERMS = 2600, 450, 1, 10, 40, 15
"""Words of a chapter and of a section, asides of a section, listings of a chapter, lines in one piece, new terms."""
TALK, LINES = 5000, 300
"""Words, and new lines of listings, before several people talk to generators."""


def running(text: str) -> list[Section]:
    """Return the sections that are running text."""
    return [section for section in sections(text) if section.title not in OUTSIDE]


def over(text: str, known: frozenset[str] = frozenset()) -> list[str]:
    """Say where a chapter is over its budget; `known` are the terms of the chapters before."""
    found = running(text)
    fences = [fence for section in found for fence in section.fences if fence.kind == "listing"]
    counted = {
        f"{section.title or 'the beginning'}: {what}": (number, limit)
        for section in found
        for what, number, limit in (
            ("words", section.words, SECTION), ("bracketed asides", section.asides, ASIDES),
            ("lines in one piece", max([fence.lines for fence in section.fences], default=0), PIECE),
        )
    }
    counted["words"] = (sum(section.words for section in found), CHAPTER)
    counted["listings"] = (len({fence.argument for fence in fences}), LISTINGS)
    counted["new terms"] = (len({term for section in found for term in section.terms} - known), TERMS)
    return [f"{what}: {number}, {limit} are allowed" for what, (number, limit) in counted.items() if number > limit]


def text_of(chapter: str) -> str:
    """Return the English page."""
    return (ROOT / "docs" / f"{chapter}.md").read_text("utf-8")


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_keeps_its_budget(chapter: str) -> None:
    before = [text_of(other) for other in CHAPTERS[: CHAPTERS.index(chapter)]]
    known = frozenset(term for text in before for section in sections(text) for term in section.terms)
    assert over(text_of(chapter), known) == []


def test_several_people_talk_soon() -> None:
    words = lines = 0
    for section in (section for chapter in CHAPTERS for section in running(text_of(chapter))):
        words, lines = words + section.words, lines + sum(fence.new for fence in section.fences)
        if any(fence.kind == "conversation" and fence.argument.startswith("readiness.") for fence in section.fences):
            break
    else:
        raise AssertionError("nobody talks")
    assert words <= TALK, f"{words} words"
    assert lines <= LINES, f"{lines} lines"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("## One\n\n" + "word " * 451, "One: words: 451, 450 are allowed"),
        ("".join(f"## Part {number}\n\n{'word ' * 440}\n" for number in range(6)), "words: 2640, 2600 are allowed"),
        ("## One\n\nThis (and that) is (or was) so.", "One: bracketed asides: 2, 1 are allowed"),
        ("## One\n\n```{listing} mainloop.loop\n:caption: x\n```\n", "One: lines in one piece: "),
        ("## One\n\n" + "".join(f"{{term}}`a{number}`, " for number in range(16)), "new terms: 16, 15 are allowed"),
    ],
)
def test_what_is_over_is_named(text: str, complaint: str) -> None:
    (found,) = over(text)
    assert found.startswith(complaint)


def test_what_folds_and_what_is_code_is_no_running_text() -> None:
    many = "word " * 500
    box = f"````{{folded}} Box\n{many}\n```python\n(a b) (c d)\n```\n{many}\n````\n"
    text = f"# A title\n\n## One\n\n{box}\n| {many} |\n"
    assert over(text + f"\n`sleep(0)` [a link](somewhere) {{ref}}`this <that>`\n\n## Exercises\n\n{many}") == []
