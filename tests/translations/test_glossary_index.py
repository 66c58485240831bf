"""The glossary begins with an index of its terms, in the order of the language."""
from __future__ import annotations

from press.translation.glossary import order, word
from tests.support.tiny.book import TinyBook

PAGE = "# A page\n\n```{terms}\n```\n\n```{glossary}\nlock\n  L.\n\nqueue\n  Q.\n\nlane\n  A.\n```\n"


def index(tiny_book: TinyBook, language: str) -> list[str]:
    """Return the lines of the index."""
    found = tiny_book.made(language).select(".terms p")
    links = [link["href"] for line in found for link in line.select("a")]
    assert set(links) == {"#term-lock", "#term-queue", "#term-lane"}
    return [line.get_text() for line in found]


def test_terms_are_found_by_their_letters(tiny_book: TinyBook) -> None:
    tiny_book.page(PAGE)
    assert index(tiny_book, "en") == ["L lane · lock", "Q queue"]
    tiny_book.translate({"lock": "śluza", "queue": "sznur", "lane": "łan", "A page": "Strona", "L.": "Ś.", "Q.": "S."})
    assert index(tiny_book, "pl") == ["Ł łan", "S sznur", "Ś śluza"]


def test_letters_stand_in_the_order_of_dictionaries() -> None:
    words = ["sznur", "śluza", "lina", "łan", "luz", "zad", "ело", "ёлка", "еж"]
    assert sorted(words, key=order) == ["lina", "luz", "łan", "sznur", "śluza", "zad", "еж", "ело", "ёлка"]


def test_what_has_no_capital_letters_stands_where_its_english_name_does() -> None:
    assert (word("锁", "lock"), word("Zamek", "lock"), word("TCP", "TCP")) == ("lock", "zamek", "tcp")
