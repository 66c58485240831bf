"""A book of six chapters with questions and answers, of which cards are made."""
from __future__ import annotations

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


def chapter(name: str, cards: str | None = None) -> str:
    """Return the text of a chapter."""
    if cards is None:
        cards = CARDS if name == NAMES[-1] else ""
    return CHAPTER.format(name=name.partition("/")[2], cards=cards)


def write_chapters(book: TinyBook, asking: str | None = None) -> None:
    """Write the chapters, each with the text `asking` for its cards; without it, the last one has cards."""
    book.page(FRONT.format("\n".join(NAMES)))
    for name in NAMES:
        book.page(chapter(name, asking), name)
