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


def test_chinese_terms_stand_in_the_order_of_their_pinyin(tiny_book: TinyBook) -> None:
    """A sign has several sounds: 调 is diào in 调度器, and tiáo in 调整."""
    tiny_book.page(PAGE)
    tiny_book.translate({"lock": "锁", "queue": "调度器", "lane": "Future 对象", "L.": "锁。", "Q.": "器。"}, "zh_CN")
    assert index(tiny_book, "zh_CN") == ["D 调度器", "F Future 对象", "S 锁"]
    assert (word("调整", "zh_CN"), word("Zamek", "pl"), word("TCP", "zh_CN")) == ("tiao zheng", "zamek", "tcp")
