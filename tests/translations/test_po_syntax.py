"""A broken catalogue is refused, and not half of it read."""
from __future__ import annotations

from pathlib import Path

import pytest

from press.translation.po_syntax import check_syntax
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
def test_a_broken_catalogue_is_refused_with_its_line(text: str | bytes, line: int | None, tmp_path: Path) -> None:
    path, whole = tmp_path / "index.po", b'msgid "A page"\nmsgstr "Strona"\n\n'
    path.write_bytes(whole)
    check_syntax(path)
    path.write_bytes(whole + (text if isinstance(text, bytes) else text.encode()))
    with pytest.raises(ValueError, match=rf"index\.po:{line + 3 if line else 1}: "):
        check_syntax(path)


def test_a_build_refuses_it_the_second_time_as_well(tiny_book: TinyBook) -> None:
    tiny_book.translate({"A page": "Strona"}).write_text('msgid "x\nmsgstr "y"\n')
    for _ in range(2):
        tiny_book.refused("locale/pl/LC_MESSAGES/index.po:1:", language="pl")
