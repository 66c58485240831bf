"""The {about} directive: a plain line under a heading."""
from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from tests.support.tiny.book import TinyBook

PAGE = """\
# Not now

## Not now

```{about} a shield
```

Ann waits.
"""


def test_it_stands_under_its_heading_and_is_translated(tiny_book: TinyBook) -> None:
    tiny_book.page(PAGE)
    tiny_book.translate({"a shield": "tarcza"})
    for language, words in {"en": "a shield", "pl": "tarcza"}.items():
        assert tiny_book.build(language).status == 0
        (line,) = BeautifulSoup(tiny_book.html(language), "html.parser").select("h2 + p.about")
        assert line.get_text() == words


def test_its_code_is_code(tiny_book: TinyBook) -> None:
    tiny_book.page("# A page\n\n:::{about} a shield for `await`\n:::\n")
    assert tiny_book.build().status == 0
    assert '<p class="about">a shield for <code>await</code></p>' in tiny_book.html()


@pytest.mark.parametrize(
    ("page", "line"),
    [
        ("# A page\n\nAnn waits.\n\n```{about} a shield\n```\n", 5),
        ("# A page\n\n```{about} a shield\n```\n\n```{about} a shield\n```\n", 6),
        ("# A page\n\n````{folded} Not now\n```{about} a shield\n```\n````\n", 4),
    ],
    ids=["below text", "twice", "in a fold"],
)
def test_elsewhere_it_is_refused(page: str, line: int, tiny_book: TinyBook) -> None:
    tiny_book.page(page)
    tiny_book.refused(f"docs/index.md:{line}", "{about} says what a section is about")
