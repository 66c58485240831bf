"""A broken catalogue is refused, and not half of it read."""
from __future__ import annotations

import pytest

from tests.support.tiny.book import TinyBook

BROKEN = {
    "an open quote": ('msgid "x\nmsgstr "y"\n', 1),
    "an open quote in a translation": ('msgid "x"\nmsgstr "y\n', 2),
    "text after the quote": ('msgid "x"\nmsgstr "y" z\n', 2),
    "an unescaped quote": ('msgid "x"\nmsgstr "y "z" y"\n', 2),
    "a misspelt keyword": ('mgsid "x"\nmsgstr "y"\n', 1),
    "no translation at all": ('msgid "x"\n', None),
    "the mark of a conflict": ('<<<<<<< HEAD\nmsgid "x"\nmsgstr "y"\n', 1),
    "a message that is there twice": ('msgid "A page"\nmsgstr "y"\n', 1),
    "no UTF-8": (b'msgid "x"\nmsgstr "\xb1"\n', 2),
}


@pytest.mark.parametrize(("text", "line"), BROKEN.values(), ids=BROKEN)
def test_a_broken_catalogue_is_refused_with_its_line(tiny_book: TinyBook, text: str | bytes, line: int | None) -> None:
    path = tiny_book.translate({"A page": "Strona"})
    before = path.read_bytes()
    path.write_bytes(before + (text if isinstance(text, bytes) else text.encode()))
    where = f"locale/pl/LC_MESSAGES/index.po:{len(before.splitlines()) + line if line else 1}:"
    for _ in range(2):  # the second time as well
        tiny_book.refused(where, language="pl")
