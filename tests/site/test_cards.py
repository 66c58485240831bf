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
    assert book.build().status == 0, book.build().said
    six, four, one = asked(book)
    assert [each["data-card"] for each in (six, four, one)] == ["part/six.2", "part/four.1", "part/one.2"]
    assert six.select("summary")[0].text == "Third of six?"
    assert one.select("summary")[0].text == "Third of one? 1.\u00a0Chapter one"
    answer = four.select("summary + p")[0]
    assert answer.text == "See the first, or code. →\u00a04.2 The second"
    assert [link["href"] for link in answer.select("a")] == ["four.html#the-first", "four.html#the-second"]
    assert answer.select("a em")[0].text == "second"
    assert six.select("a")[-1]["href"] == "#the-third"


def test_what_an_answer_refers_to_is_found_from_there(book: TinyBook) -> None:
    book.page(chapter("part/five", CARDS), "part/five")
    assert book.build().status == 0
    _five, three = asked(book, "part/five")
    assert three["data-card"] == "part/three.0"
    assert [(link.text, link["href"]) for link in three.select("a")] == [
        ("The third", "three.html#label-of-three"), ("→\u00a03.1 The first", "three.html#the-first"),
    ]


def test_they_are_translated_where_they_come_from(book: TinyBook) -> None:
    book.translate({"**Second of four?** See [the first](#the-first), or `code`.": "**Drugie?** Patrz `code`."},
                   page="part/four")
    assert book.build("pl").status == 0
    four = asked(book, language="pl")[1]
    assert four.select("p")[0].text.startswith("Patrz code. →")


def test_a_question_keeps_a_mark_that_is_not_bold(book: TinyBook) -> None:
    book.translate({"**Second of four?** See [the first](#the-first), or `code`.": "**第二**？见 `code`。"},
                   "zh_CN", "part/four")
    assert book.build("zh_CN").status == 0
    four = asked(book, language="zh_CN")[1]
    assert four.select("summary")[0].text.startswith("第二？ ") and four.select("p")[0].text.startswith("见 code。")
    assert '"第二？","见 <code' in (book.root / "html/zh_CN/_static/cards.pairs.js").read_text("utf-8")


def test_no_question_comes_twice_while_there_are_others(book: TinyBook) -> None:
    write_chapters(book, CARDS)
    assert book.build().status == 0
    names = [each["data-card"] for name in NAMES for each in asked(book, name)]
    assert len(names) == len(set(names)) == 6 + 4 + 1


def test_a_page_is_written_anew_when_a_card_changes(book: TinyBook) -> None:
    assert book.build().status == 0
    book.page(chapter("part/one").replace("No.", "Never."), "part/one")
    assert book.build().status == 0
    assert asked(book)[2].select("p")[0].text.startswith("Never.")


def test_a_browser_can_ask_them_all(book: TinyBook) -> None:
    assert book.build().status == 0
    scripts = book.root / "html/en/_static"
    (call,) = re.findall(r"cards\(.*\);\n", (scripts / "cards.js").read_text("utf-8"))
    assert f', {json.dumps(NAMES, separators=(",", ":"))}, ["part/six"], {{"missed":' in call
    found = re.fullmatch(r"bookCards\((.*)\);\n", (scripts / "cards.pairs.js").read_text("utf-8"))
    assert found is not None
    pairs = json.loads(found[1])
    assert {name: len(those) for name, those in pairs.items()} == dict.fromkeys(NAMES, 3)
    assert pairs["part/two"][1] == [
        "Second of two?",
        'See <a href="#the-first">the first</a>, or <code>code</code>.',
        '<a href="#the-second">→\u00a02.2 The second</a>',
    ]


def test_cards_without_questions_are_refused(book: TinyBook) -> None:
    book.page(chapter("part/six").replace("now?", "later?"), "part/six")
    book.refused("docs/part/six.md:18", "{cards} asks what a chapter has in its fold")
