"""The search finds what readers ask for, and leads there, over http and from disk."""
from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from press.language import LANGUAGES as KNOWN
from press.search.building import FOLDER
from press.search.stems import stems_of
from press.search.words import Stem, words
from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.site.pages import HTML, LANGUAGES, pages
from whoruns.tests.complaints import none

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

PROBES = tomllib.loads((Path(__file__).parent / "probes.toml").read_text("utf-8"))["probes"]
FIRST, THREE = 90, 97
"""Percent of the probes whose right answer is the first, or among three."""

SAID = "bookSearch.said("
ENTRIES = "() => bookSearch.engine.entries.map(({ page, anchor, number, up }) => [`${page}#${anchor}`, number, up])"
ANSWERS = "queries => queries.map((query) => bookSearch.engine.search(query, 3).found.map(({ i }) => i))"
TERMS = """(texts) => JSON.stringify(
  JSON.parse(texts).map((text) => bookSearch.engine.split(text).map(({ term }) => term)))"""
"""One long text goes there and comes back: Playwright takes its time for each of many."""


def searching(page: Page) -> Page:
    """Open the dialog with a key."""
    page.keyboard.press("Control+k")
    expect(page.locator(".book-search")).to_be_visible()
    return page


def of(probe: dict[str, Any], language: str) -> str:
    """Return what is typed, which is the same in all languages or not."""
    return str(probe.get(language) or probe["all"])


def wrong(probes: list[dict[str, Any]], typed: list[str], found: list[list[set[str]]]) -> list[str]:
    """Complain about answers that are wrong if there are too many; `found` are the names that each answer has."""
    misses, shown = {1: 0, 3: 0}, []
    for probe, query, answers in zip(probes, typed, found):
        for most in misses:
            if not any(answer & set(probe["right"]) for answer in answers[:most]):
                misses[most] += 1
                if most == 1:
                    shown.append(f"{query!r} leads to {', '.join(min(each, key=len) for each in answers)}")
    few = 100 * misses[1] <= (100 - FIRST) * len(probes) and 100 * misses[3] <= (100 - THREE) * len(probes)
    return [] if few else [f"of {len(probes)}, {misses[1]} are not first and {misses[3]} not among three", *shown]


@pytest.mark.parametrize("language", [code for code in LANGUAGES if not KNOWN[code].begun])
def test_what_is_right_comes_first(reader: Open, language: str) -> None:
    page = searching(reader().open(f"{language}/preface.html"))
    entries = page.evaluate(ENTRIES)
    numbers = {name: number for name, number, _ in entries}
    lost = {name for probe in PROBES for name in probe["right"] if name.rstrip("+") not in numbers}
    assert not lost, f"probes.toml: the book has no such places: {lost}"
    typed = [of(probe, language).format(numbers[probe["right"][0].rstrip("+")].split(" ")[-1]) for probe in PROBES]
    none(wrong(PROBES, typed, [[names(entries, i) for i in found] for found in page.evaluate(ANSWERS, typed)]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plain_line_below_a_heading_is_in_the_index(language: str) -> None:
    script = (HTML / language / FOLDER / "search.js").read_text("utf-8")
    shown = (line.text() for page in pages(language).values() for line in page.article.css("section > .about"))
    lines = [" ".join(text.split()) for text in shown]
    assert len(lines) > 100
    none(lost(lines, script))
    one = next(line for line in lines if sum(line in other for other in lines) == 1)
    assert lost(lines, script.replace(json.dumps(f"\t{one}", ensure_ascii=False)[1:-1], "")) == [one]


def lost(lines: list[str], script: str) -> list[str]:
    """Return the lines that do not stand behind a title in the index."""
    return [line for line in lines if json.dumps(f"\t{line}", ensure_ascii=False)[1:-1] not in script]


def test_what_a_section_is_about_is_found_and_stands_in_the_contents(reader: Open) -> None:
    page = reader().open("en/asyncio/time-is-up.html?q=a shield")
    title = page.locator(".book-search [role=option][href$='#not-now'] .title")
    expect(title).to_contain_text("Not now asyncio.shield()")
    expect(title.locator("mark").last).to_have_text("asyncio.shield")
    page.keyboard.press("Escape")
    link = page.locator(".toc-tree a[href='#not-now']")
    box, line = link.bounding_box(), link.locator(".about").bounding_box()
    assert box and line and line["y"] > box["y"] + 10, "on a line of its own"


def test_a_number_that_is_not_there_says_so(reader: Open) -> None:
    window = reader(390)
    page = window.open("ru/preface.html")
    page.locator(".header-search").click()
    expect(page.locator(".book-search input")).to_be_focused()
    page.keyboard.type("листинг 4.999")
    expect(page.locator(".book-search [role=status]")).to_have_text(re.compile(r"4\.999"))
    expect(page.locator(".book-search a").first).to_have_text(re.compile(r"Листинг 4\.1 "))
    missing = page.evaluate("queries => queries.map((query) => bookSearch.engine.search(query, 1).missing)",
                            ["листинг 4.1", "PEP 492", "sleep(0.5)", "SQLAlchemy 2.0", "глава 99"])
    assert missing == [""] * 5


def names(entries: list[list[Any]], i: int) -> set[str]:
    """Return the names of a place: its own, and those of what it stands in, with a plus."""
    name, _, above = entries[i]
    found = {name, f"{name}+"}
    while above >= 0:
        name, _, above = entries[above]
        found.add(f"{name}+")
    return found


def test_a_wrong_answer_is_named() -> None:
    probes = [{"right": ["a#b+"]}] * 10
    typed, right = [f"query {number}" for number in range(10)], [{"a#b", "a#b+"}]
    assert wrong(probes, typed, [right] * 9 + [[{"c#d"}, {"a#e", "a#b+"}]]) == []
    assert wrong(probes, typed, [right] * 9 + [[{"c#d"}]]) == [
        "of 10, 1 are not first and 1 not among three", "'query 9' leads to c#d",
    ]
    complaint, *_ = wrong(probes, typed, [right] * 8 + [[{"c#d"}, *right]] * 2)
    assert complaint == "of 10, 2 are not first and 0 not among three"


@cache
def chunks(language: str) -> list[str]:
    """Return all that the pages of a book say, without blanks: no word goes over one."""
    texts = (path.read_text("utf-8") for path in (HTML / language / FOLDER).glob("*.js"))
    said = [json.loads(text[len(SAID) : text.rindex(")")])[1] for text in texts if text.startswith(SAID)]
    return sorted({chunk for page in said for both in page.values() for text in both for chunk in text.split()})


def differing(texts: list[str], stem: Stem, found: list[list[str]]) -> list[tuple[str, list[str], list[str]]]:
    """Return the texts whose words are others in Python than those that were found."""
    ours = ([word for word, part in words(text, stem) if not part] for text in texts)
    return [each for each in zip(texts, ours, found) if each[1] != each[2]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_the_same_in_python_and_in_javascript(reader: Open, language: str) -> None:
    page = searching(reader().open(f"{language}/preface.html"))
    strange = ["ё", "Й", "İ", "ﬁ", "I/O异步I/O", "异步IO", "a.b.1.c", "١.٢", "constructor", "ſ", "e\u0301", "９", "ß"]
    endings = ["", "em", "ami", "owi", "iejszego", "ąc", "ała", "iliśmy", "by", "ość", "ek", "cie", "anie", "ienie"]
    texts = [*chunks(language), *strange, *(stem + end for stem in ("gniazd", "wątk", "żąda") for end in endings)]
    assert len(texts) > 5000
    stem = stems_of(KNOWN[language]).stem
    assert differing(["x", "Wątki"], str.upper, [["X"], ["wątki"]]) == [("Wątki", ["WATKI"], ["wątki"])]
    none(map(str, differing(texts, stem, json.loads(page.evaluate(TERMS, json.dumps(texts))))))


@pytest.mark.parametrize("from_disk", [False, True])
def test_a_result_leads_to_its_place(reader: Open, from_disk: bool) -> None:
    window = reader()
    window.address = (HTML / "x").as_uri()[:-1] if from_disk else window.address
    page = window.open("en/loop/taking-turns.html")
    page.keyboard.press("/")
    field, links = page.locator(".book-search input"), page.locator(".book-search a")
    expect(field).to_be_focused()
    expect(page.locator(".book-search [role=status]")).to_have_text(re.compile("^Words, names"))
    page.keyboard.type("weighted tasks, the solution")
    wanted = page.locator(".book-search a[href$='#turns-solutions-weights']")
    expect(wanted.locator("mark").first).to_be_visible()
    expect(links.locator(".text:not(:empty)")).to_have_count(links.count())
    cut = [text.removesuffix(" …").split()[-1] for text in links.locator("span.text").all_text_contents()]
    assert set(cut) <= set(chunks("en"))  # no word is cut
    for _ in range(links.count()):
        if wanted.get_attribute("aria-selected") == "true":
            break
        page.keyboard.press("ArrowDown")
    expect(field).to_have_attribute("aria-activedescendant", str(wanted.get_attribute("id")))
    page.keyboard.press("Enter")
    page.wait_for_url("**/taking-turns.html#turns-solutions-weights")
    expect(page.locator("#turns-solutions-weights pre").first).to_be_in_viewport()  # it was folded
    marks = "CSS.highlights.get('sought')?.size ?? 0"
    page.wait_for_function(f"() => {marks}")
    page.keyboard.press("Escape")
    assert not page.evaluate(marks)
    page.locator(".sidebar-search").click()
    page.keyboard.type("qqqqqqqq")
    expect(page.locator(".book-search [role=status]")).to_have_text("Nothing found")
    page = window.open("zh_CN/search.html?q=异步IO Task was destroyed")
    expect(links.first).to_have_attribute("href", re.compile("messages.html#message-task-was-destroyed"))
    expect(links.first.locator(".text")).to_have_text(re.compile(r"\w"))
    links.first.click()
    page.wait_for_url("**/messages.html#message-task-was-destroyed-but-it-is-pending")
    expect(page.locator("tr:target")).to_be_in_viewport()
