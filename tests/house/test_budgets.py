"""A chapter is an evening, a section one idea, a listing one screen; what is too much goes elsewhere."""
from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from press.catalogue import ROOT, every
from press.contents import chapters
from tests.support.budgets import lines, running, sections


class Limit(NamedTuple):
    """How much is allowed, and what to do about more."""

    number: int
    remedy: str


SECTION = Limit(450, "give an idea a section of its own, or fold up what not every reader needs")
ASIDES = Limit(1, "make a sentence of what is in brackets, or leave it out")
PIECE = Limit(40, "show it in pieces, with :pyobject:, :lines: or :against:")
CHAPTER = Limit(2600, "move an idea to another page, or fold up what not every reader needs")
LISTINGS = Limit(10, "fold one up, or move it to another page, with its idea")
TERMS = Limit(15, "let another chapter bring some of them in, or use plain words")
TALK = Limit(5000, "move an idea behind this conversation; by chapter:")
CODE = Limit(300, "move a listing behind this conversation; by chapter:")


def too_much(place: str, what: str, number: int, limit: Limit) -> list[str]:
    """Complain if there is more of something than is allowed."""
    return [f"{place}: {number} {what}, {limit.number} are allowed: {limit.remedy}"] if number > limit.number else []


def over(page: str, text: str, known: frozenset[str] = frozenset()) -> list[str]:
    """Say where a chapter is over its budget; `known` are the terms of the chapters before."""
    path, found, problems = f"docs/{page}.md", running(text), []
    listings = [fence for section in found for fence in section.fences if fence.kind == "{listing}"]
    for section in found:
        where = f"in the section {section.title!r}" if section.title else "before the first section"
        place = f"{path}:{section.line}"
        problems += too_much(place, f"words {where}", section.words, SECTION)
        problems += too_much(place, f"bracketed asides {where}", section.asides, ASIDES)
    for fence in listings:
        place, where = f"{path}:{fence.line}", f"of {fence.argument} in one piece"
        problems += too_much(place, f"lines {where}", lines(fence).shown, PIECE)
    problems += too_much(f"{path}:1", "words", sum(section.words for section in found), CHAPTER)
    problems += too_much(f"{path}:1", "listings", len({fence.argument for fence in listings}), LISTINGS)
    new = sorted({term for section in found for term in section.terms} - known)
    return problems + too_much(f"{path}:1", f"new terms ({', '.join(new)})", len(new), TERMS)


def talking_late(texts: dict[str, str]) -> list[str]:
    """Say what is too much before several people talk to generators; `texts` are the chapters, in order."""
    words, code = dict.fromkeys(texts, 0), dict.fromkeys(texts, 0)
    for page, section in ((page, section) for page, text in texts.items() for section in running(text)):
        words[page] += section.words
        code[page] += sum(lines(fence).new for fence in section.fences if fence.kind == "{listing}")
        for fence in section.fences:
            if fence.kind == "{conversation}" and fence.argument.startswith("readiness."):
                place = f"docs/{page}.md:{fence.line}"
                return [
                    f"{complaint} {', '.join(f'{name} {number}' for name, number in counted.items() if number)}"
                    for what, counted, limit in (("words", words, TALK), ("new lines of listings", code, CODE))
                    for complaint in too_much(place, f"{what} before several people talk", sum(counted.values()), limit)
                ]
    return ["docs/index.md:1: no chapter has a {conversation} readiness.…: several people talk to generators in one"]


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


def test_several_people_talk_soon() -> None:
    problems = talking_late(texts())
    assert not problems, "\n" + "\n".join(problems)


MANY = "word " * 451
LOOP = "```{listing} mainloop.loop\n:caption: x\n```\n"
TURNS = [listing.name for listing in every(ROOT) if listing.name.startswith("turns.")]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"# A\n\n## One\n\n{MANY}", "3: 451 words in the section 'One', 450 are allowed: give an idea a"),
        ("".join(f"## Part {number}\n\n{'word ' * 440}\n" for number in range(6)), "1: 2640 words, 2600 are allow"),
        ("## One\n\nThis (and that) is (or was) so.", "1: 2 bracketed asides in the section 'One', 1 are allowed: "),
        (f"## One\n\n{LOOP}", r"3: \d\d lines of mainloop\.loop in one piece, 40 are allowed: show it in"),
        (
            "## One\n\n" + "".join(f"{{term}}`a{number}`, " for number in range(16)),
            r"1: 16 new terms \(a0, a1, a10, .* a9\), 15 are allowed: let another chapter",
        ),
        (
            "".join(f"```{{listing}} {name}\n```\n" for name in TURNS[:11]),
            "1: 11 listings, 10 are allowed: fold one up",
        ),
    ],
)
def test_what_is_over_is_named(text: str, complaint: str) -> None:
    (found,) = over("a", text)
    assert re.match(rf"docs/a\.md:{complaint}", found)


TALKING = "```{conversation} readiness.serve\n```\n"


@pytest.mark.parametrize(
    ("before", "complaint"),
    [
        ("word " * 5001, r"3: (\d+) words before several people talk, 5000 are allowed: move .* by chapter: a \1"),
        (LOOP * 5, r"3: (\d+) new lines of listings before several people talk, 300 are allowed: .* by chapter: a \1"),
    ],
)
def test_what_comes_before_the_first_conversation_is_named_by_chapter(before: str, complaint: str) -> None:
    (found,) = talking_late({"a": before, "b": f"## B\n\n{TALKING}## C\n\n{before}", "c": before})
    assert re.fullmatch(rf"docs/b\.md:{complaint}", found)
    assert not talking_late({"a": f"{TALKING}## C\n\n{before}", "b": before})


def test_a_book_in_which_nobody_talks_is_refused() -> None:
    (found,) = talking_late({"a": "word " * 5001})
    assert found.startswith("docs/index.md:1: no chapter has a {conversation} readiness.")
