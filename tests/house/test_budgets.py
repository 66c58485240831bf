"""A section is one idea, without asides, and a chapter brings few new words."""
from __future__ import annotations

import re

import pytest

from press.catalogue import ROOT
from press.contents import chapters
from tests.support.budgets import over, sections
from whoruns.tests.complaints import none


def texts() -> dict[str, str]:
    """Return the chapters, in order."""
    return {page: (ROOT / "docs" / f"{page}.md").read_text("utf-8") for page in chapters(ROOT)}


def test_a_chapter_keeps_its_budget() -> None:
    problems: list[str] = []
    known: frozenset[str] = frozenset()
    for page, text in texts().items():
        problems += over(page, text, known)
        known |= {term for section in sections(text) for term in section.terms}
    none(problems)


MANY = "word " * 451


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"# A\n\n## One\n\n{MANY}", "3: 451 words in the section 'One', 450 are allowed: give an idea a"),
        ("## O\n\n" + 6 * f"## A\n\n{MANY[:2000]}\n", "1: 2400 words, 1800 are allowed: move an idea to another page"),
        ("## One\n\nThis (and that) is (or was) so.", "1: 2 bracketed asides in the section 'One', 1 are allowed: "),
        (
            "## One\n\nWho? What? “Why?” So? **And you?**\n\n- How?\n\nWhen? Where?\n\n```pycon\n```\n",
            "1: 4 questions in its text, 3 are allowed: say it, or ask where a figure, a session",
        ),
        (
            "## One\n\n" + "".join(f"{{term}}`a{number}`, " for number in range(16)),
            r"1: 16 new terms \(a0, a1, a10, .* a9\), 15 are allowed: let another chapter",
        ),
    ],
)
def test_what_is_over_is_named(text: str, complaint: str) -> None:
    (found,) = over("a", text)
    assert re.match(rf"docs/a\.md:{complaint}", found)
