"""The {cards} directive: three questions, picked from the answers of three chapters."""
from __future__ import annotations

import pytest
from bs4 import BeautifulSoup, Tag

from tests.support.tiny.book import TinyBook

FRONT = "# A book\n\n```{{toctree}}\n:caption: A part\n:numbered:\n\n{}\n```\n"
NAMES = ["part/one", "part/two", "part/three", "part/four", "part/five", "part/six"]
CHAPTER = """\
# Chapter {name}

```{{admonition}} Questions
:class: questions

- [First of {name}?](#the-first)
- [Second of {name}?](#the-second)
- [Third of {name}?](#the-third)
```

## The first

## The *second*

(label-of-{name})=
## The third

{cards}

```{{folded}} Can you answer them now?
- **First of {name}?** Yes, says {{ref}}`label-of-{name}`.
- **Second of {name}?** See [the first](#the-first), or `code`.
- **Third of {name}?** No.
```
"""
CARDS = "```{cards}\n```"


@pytest.fixture
def book(tiny_book: TinyBook) -> TinyBook:
    """A book of six chapters; the last one has cards."""
    tiny_book.page(FRONT.format("\n".join(NAMES)))
    for name in NAMES:
        tiny_book.page(chapter(name), name)
    return tiny_book


def chapter(name: str, cards: str | None = None) -> str:
    """Return the text of a chapter."""
    if cards is None:
        cards = CARDS if name == NAMES[-1] else ""
    return CHAPTER.format(name=name.partition("/")[2], cards=cards)


def asked(book: TinyBook, name: str = "part/six", language: str = "en") -> list[Tag]:
    """Return the cards of a chapter."""
    return list(BeautifulSoup(book.html(language, page=name), "html.parser").select(".cards > details"))


def test_one_is_of_this_chapter_one_of_two_ago_one_of_five_ago(book: TinyBook) -> None:
    assert book.build().status == 0, book.build().said
    six, four, one = asked(book)
    assert [each["data-card"] for each in (six, four, one)] == ["part/six.2", "part/four.1", "part/one.2"]
    assert one.select("summary")[0].text == "Third of one?"
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


def test_no_question_comes_twice_while_there_are_others(book: TinyBook) -> None:
    for name in NAMES:
        book.page(chapter(name, CARDS), name)
    assert book.build().status == 0
    names = [each["data-card"] for name in NAMES for each in asked(book, name)]
    assert len(names) == len(set(names)) == 6 + 4 + 1


def test_a_page_is_written_anew_when_a_card_changes(book: TinyBook) -> None:
    assert book.build().status == 0
    book.page(chapter("part/one").replace("No.", "Never."), "part/one")
    assert book.build().status == 0
    assert asked(book)[2].select("p")[0].text.startswith("Never.")


def test_cards_without_questions_are_refused(book: TinyBook) -> None:
    book.page(chapter("part/six").replace("now?", "later?"), "part/six")
    book.refused("docs/part/six.md:18", "{cards} asks what a chapter has in its fold")
