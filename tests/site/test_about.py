"""The {about} directive: a plain line under a heading."""
from __future__ import annotations

from tests.support.tiny.book import TinyBook

PAGE = """\
# Not now

## Not now

```{about} a shield
```

## The code

:::{about} a shield for `await`
:::
"""


def test_it_stands_under_its_heading_and_is_translated(tiny_book: TinyBook) -> None:
    tiny_book.page(PAGE)
    tiny_book.translate({"a shield": "tarcza", "a shield for `await`": "tarcza `await`"})
    for language, *words in (("en", "a shield", "a shield for <code>"), ("pl", "tarcza", "tarcza <code>")):
        lines = [line.decode_contents() for line in tiny_book.made(language).select("h2 + p.about")]
        assert lines == [words[0], f"{words[1]}await</code>"]


def test_elsewhere_it_is_refused(tiny_book: TinyBook) -> None:
    about, words = "```{about} a shield\n```\n", ["{about} says what a section is about"]
    tiny_book.all_refused([
        (f"# A page\n\nAnn waits.\n\n{about}", 5, words), (f"# A page\n\n{about}\n{about}", 6, words),
        (f"# A page\n\n````{{folded}} Not now\n{about}````\n", 4, words),
    ])
