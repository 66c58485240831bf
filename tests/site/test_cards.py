"""The {cards} directive: three questions, picked from the answers of three chapters."""
from __future__ import annotations

import json
import re

import pytest
from bs4 import BeautifulSoup, Tag

from tests.support.tiny.book import TinyBook
from tests.support.tiny.chapters import CARDS, NAMES, chapter, write_chapters


@pytest.fixture
def book(tiny_book: TinyBook) -> TinyBook:
    """A book of six chapters; the last one has cards."""
    write_chapters(tiny_book)
    return tiny_book


def asked(book: TinyBook, name: str = "part/six", language: str = "en") -> list[Tag]:
    """Return the cards of a chapter."""
    return list(BeautifulSoup(book.html(language, page=name), "html.parser").select(".cards > details"))


def test_one_is_of_this_chapter_one_of_two_ago_one_of_five_ago(book: TinyBook) -> None:
    book.made()
    six, four, one = asked(book)
    assert [each["data-card"] for each in (six, four, one)] == ["part/six.2", "part/four.1", "part/one.2"]
    assert six.select("summary")[0].text == "Third of six?"
    assert one.select("summary")[0].text == "Third of one? 1.\u00a0Chapter one"
    answer = four.select("summary + p")[0]
    assert answer.text == "See the first, or code. →\u00a04.2 The second"
    assert [link["href"] for link in answer.select("a")] == ["four.html#the-first", "four.html#the-second"]
    assert answer.select("a em")[0].text == "second"
    assert six.select("a")[-1]["href"] == "#the-third"
    scripts = book.root / "html/en/_static"
    (call,) = re.findall(r"cards\(.*\);\n", (scripts / "cards.js").read_text("utf-8"))
    assert f', {json.dumps(NAMES, separators=(",", ":"))}, ["part/six"], {{"missed":' in call
    found = re.fullmatch(r"bookCards\((.*)\);\n", (scripts / "cards.pairs.js").read_text("utf-8"))
    assert found is not None
    pairs = json.loads(found[1])
    assert {name: len(those) for name, those in pairs.items()} == dict.fromkeys(NAMES, 3)
    assert pairs["part/two"][1] == [
        "Second of two?", 'See <a href="#the-first">the first</a>, or <code>code</code>.',
        '<a href="#the-second">→\u00a02.2 The second</a>',
    ], "a browser can ask them all"
    book.page(chapter("part/one").replace("No.", "Never."), "part/one")
    book.page(chapter("part/five", CARDS), "part/five")
    book.made()
    assert asked(book)[2].select("p")[0].text.startswith("Never."), "a page is written anew when a card changes"
    _five, three = asked(book, "part/five")
    assert three["data-card"] == "part/three.0"
    assert [(link.text, link["href"]) for link in three.select("a")] == [
        ("The third", "three.html#label-of-three"), ("→\u00a03.1 The first", "three.html#the-first"),
    ]


@pytest.mark.parametrize(("language", "text", "question", "answer"), [
    ("pl", "**Drugie?** Patrz `code`.", "Drugie? ", "Patrz code. →"),
    ("zh_CN", "**第二**？见 `code`。", "第二？ ", "见 code。"),
])
def test_they_are_translated_where_they_come_from(
    language: str, text: str, question: str, answer: str, book: TinyBook
) -> None:
    """A question keeps a mark that is not bold."""
    book.translate({"**Second of four?** See [the first](#the-first), or `code`.": text}, language, "part/four")
    book.made(language)
    four = asked(book, language=language)[1]
    assert four.select("summary")[0].text.startswith(question) and four.select("p")[0].text.startswith(answer)
    pairs = (book.root / f"html/{language}/_static/cards.pairs.js").read_text("utf-8")
    assert f'"{question.strip()}","{answer.split("code")[0]}<code' in pairs


def test_no_question_comes_twice_while_there_are_others(book: TinyBook) -> None:
    write_chapters(book, CARDS)
    book.made()
    names = [each["data-card"] for name in NAMES for each in asked(book, name)]
    assert len(names) == len(set(names)) == 6 + 4 + 1


def test_cards_without_questions_are_refused(book: TinyBook) -> None:
    book.page(chapter("part/six").replace("now?", "later?"), "part/six")
    book.refused("docs/part/six.md:18", "{cards} asks what a chapter has in its fold")
